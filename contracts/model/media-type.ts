import type { MediaType } from "./contract.ts";

/** Name of a media type, with its parameters. */
export type MediaTypeName = Pick<MediaType, "mediaType" | "parameters">;

/** One parameter, or the text up to the next semicolon. A quoted value may contain semicolons. */
const parameterPattern = /\s*(?:([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))|[^;]+)/g;

/**
 * Parses a media type (RFC 9110, section 8.3.1) and sorts its parameters. Names and charsets are in lower case. Values
 * of other parameters keep their case, because they may be URLs.
 */
export function parseMediaType(name: string): MediaTypeName {
  const end = name.indexOf(";");
  if (end < 0) return { mediaType: name.trim().toLowerCase() };
  const mediaType = name.slice(0, end).trim().toLowerCase();
  const parameters = [...name.slice(end + 1).matchAll(parameterPattern)].flatMap(([text, key, quoted, plain = ""]) => {
    if (key === undefined) {
      if (text.trim() === "") return [];
      return [text.trim().toLowerCase()];
    }
    const value = quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/g, "$1");
    const attribute = key.toLowerCase();
    return [`${attribute}=${attribute === "charset" ? value.toLowerCase() : value}`];
  });
  if (parameters.length > 0) return { mediaType, parameters: parameters.toSorted() };
  return { mediaType };
}
