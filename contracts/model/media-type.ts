import type { MediaType } from "./contract.ts";

/** A media type as a document calls it (RFC 9110, section 8.3.1): in lower case, its parameters in one order. */
export function mediaTypeOf(name: string): Pick<MediaType, "mediaType" | "parameters"> {
  const [mediaType = "", ...parts] = name.split(";").map((part) => part.trim().toLowerCase());
  const parameters = parts
    .filter((part) => part !== "")
    .map((part) => part.replace(/\s*=\s*"?(.*?)"?$/, "=$1"))
    .toSorted();
  return { mediaType, ...(parameters.length > 0 && { parameters }) };
}
