import type { Pairs } from "./parameter.ts";

/** Reads the pairs of a query string, decoded like a form ("+" is a space). */
export function readQuery(query: string): Pairs {
  if (query === "") return [];
  return [...new URLSearchParams(query)];
}

/** Serializes name and value pairs as a query string, without the "?". */
export function writeQuery(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join("&");
}

/**
 * Appends a query to a documented path. A query within the path is kept, except names that the appended query repeats.
 * A fragment is dropped.
 */
export function joinQuery(path: string, query: string): string {
  const [pathname = "", documentedQuery = ""] = path.split("#", 1)[0]?.split("?", 2) ?? [];
  const appendedNames = new Set(readQuery(query).map(([name]) => name));
  const keptPairs = documentedQuery.split("&").filter((pair) => {
    const [[name = ""] = []] = readQuery(pair);
    return pair !== "" && !appendedNames.has(name) && !/[{}]/.test(pair);
  });
  const joined = [...keptPairs, ...(query === "" ? [] : [query])].join("&");
  if (joined === "") return pathname;
  return `${pathname}?${joined}`;
}

/** Percent-encodes text for a path segment or a query. A lone surrogate becomes U+FFFD, as in UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Decodes a path segment. Returns undefined if the percent-encoding is invalid. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
