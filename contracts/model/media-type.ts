import type { MediaType } from "./contract.ts";

/** A media type as a document calls it (RFC 9110, section 8.3.1): in lower case, its parameters in one order. */
export function mediaTypeOf(name: string): Pick<MediaType, "mediaType" | "parameters"> {
  const [mediaType = "", ...parts] = name.split(";").map((part) => part.trim().toLowerCase());
  const parameters = parts
    .filter((part) => part !== "")
    .map(parameterOf)
    .toSorted();
  return { mediaType, ...(parameters.length > 0 && { parameters }) };
}

/** A parameter without quotes, and without spaces around its equals sign. */
function parameterOf(text: string): string {
  const equals = text.indexOf("=");
  if (equals < 0) return text;
  const value = text.slice(equals + 1).trimStart();
  return `${text.slice(0, equals).trimEnd()}=${value.replace(/^"/, "").replace(/"$/, "")}`;
}
