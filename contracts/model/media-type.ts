import type { MediaType } from "./contract.ts";

/** Parses a media type (RFC 9110, section 8.3.1) into lower case and sorts its parameters. */
export function parseMediaType(name: string): Pick<MediaType, "mediaType" | "parameters"> {
  const [mediaType = "", ...parts] = name
    .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim().toLowerCase());
  const parameters = parts
    .filter((part) => part !== "")
    .map(normalizeParameter)
    .toSorted();
  return { mediaType, ...(parameters.length > 0 && { parameters }) };
}

/** Removes quotes, and spaces around the equals sign, from a parameter. */
function normalizeParameter(text: string): string {
  const equals = text.indexOf("=");
  if (equals < 0) return text;
  const value = text.slice(equals + 1).trimStart();
  return `${text.slice(0, equals).trimEnd()}=${value.replace(/^"/, "").replace(/"$/, "")}`;
}
