import { decodeContent } from "../target/content-codings.ts";
import type { Message } from "../target/forward.ts";

/** Decompressed body as text. Undefined if it cannot be read. */
export function readMessageText(message: Message): string | undefined {
  return unpacked(message)?.toString();
}

/** Decompressed body. Undefined if it cannot be read. */
export function unpacked({ headers, body }: Message): Buffer | undefined {
  if (!body) return undefined;
  const decoded = decodeContent(body, joinHeaderValues(headers, "content-encoding"));
  if ("body" in decoded) return decoded.body;
  return undefined;
}

/** Headers without Host, which differs for a forwarded request. */
export function withoutHost(headers: Message["headers"]): Message["headers"] {
  return headers.filter(([name]) => !/^host$/i.test(name));
}

/** All values of a header, joined. */
export function joinHeaderValues(headers: Message["headers"], name: string): string {
  return headers
    .filter(([each]) => each.toLowerCase() === name)
    .map(([, value]) => value)
    .join(", ");
}

/** Headers by name in lower case. */
export function byName(headers: Message["headers"]): Record<string, string> {
  return Object.fromEntries(
    headers.map(([name]) => [name.toLowerCase(), joinHeaderValues(headers, name.toLowerCase())]),
  );
}

/** Values of headers that occur more than once. */
export function collectRepeatedHeaders(headers: Message["headers"]): Record<string, readonly string[]> {
  const values = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...values].flatMap(([name, pairs]) => (pairs.length > 1 ? [[name, pairs.map(([, value]) => value)]] : [])),
  );
}
