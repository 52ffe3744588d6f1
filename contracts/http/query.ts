import type { Pairs } from "./parameter.ts";

/** The pairs of a query string, decoded as forms are ("+" is a space). */
export function readQuery(query: string): Pairs {
  return query === "" ? [] : [...new URLSearchParams(query)];
}

/** Name and value pairs as a query string, without the "?". */
export function writeQuery(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/**
 * A path of a document with a query: one that stands in the path already is kept as far as nothing else is sent under its
 * names, and a fragment is not sent.
 */
export function joinQuery(path: string, query: string): string {
  const [plain = "", own = ""] = path.split("#", 1)[0]?.split("?", 2) ?? [];
  const sent = new Set(readQuery(query).map(([name]) => name));
  const kept = own.split("&").filter((pair) => {
    const [[name = ""] = []] = readQuery(pair);
    return pair !== "" && !sent.has(name) && !/[{}]/.test(pair);
  });
  const whole = [...kept, ...(query === "" ? [] : [query])].join("&");
  return whole === "" ? plain : `${plain}?${whole}`;
}

/** Percent-encodes text for a path segment or a query; a lone surrogate becomes U+FFFD, as on the wire. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Decodes a path segment, or says that it cannot be. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
