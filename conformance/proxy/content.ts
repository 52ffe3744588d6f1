import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { Message } from "../target/forward.ts";

/** The least that a bomb of compression may unfold to is more than anybody reads. */
const most = { maxOutputLength: 64 * 1024 * 1024 };

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, most),
  "x-gzip": (body) => gunzipSync(body, most),
  deflate: (body) => inflateSync(body, most),
  br: (body) => brotliDecompressSync(body, most),
  zstd: (body) => zstdDecompressSync(body, most),
};

/** The body of a message as text, unpacked; nothing where it cannot be known. */
export function textOf(message: Message): string | undefined {
  return unpacked(message)?.toString();
}

/** The body of a message, unpacked; nothing where it cannot be known. */
export function unpacked({ headers, body }: Message): Buffer | undefined {
  if (!body) return undefined;
  const codings = valueOf(headers, "content-encoding")
    .split(",")
    .map((coding) => coding.trim().toLowerCase());
  try {
    return codings
      .filter((coding) => coding !== "" && coding !== "identity")
      .toReversed()
      .reduce<Buffer>((packed, coding) => (decoders[coding] as (body: Buffer) => Buffer)(packed), body);
  } catch {
    return undefined;
  }
}

/** Headers but for the one that names the host: whoever sends a request on has another. */
export function withoutHost(headers: Message["headers"]): Message["headers"] {
  return headers.filter(([name]) => !/^host$/i.test(name));
}

/** All values of a header, as one. */
export function valueOf(headers: Message["headers"], name: string): string {
  return headers
    .filter(([each]) => each.toLowerCase() === name)
    .map(([, value]) => value)
    .join(", ");
}

/** Headers by their names in lower case. */
export function byName(headers: Message["headers"]): Record<string, string> {
  return Object.fromEntries(headers.map(([name]) => [name.toLowerCase(), valueOf(headers, name.toLowerCase())]));
}

/** The values of those headers that came more than once. */
export function repeatedIn(headers: Message["headers"]): Record<string, readonly string[]> {
  const values = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...values].flatMap(([name, pairs]) => (pairs.length > 1 ? [[name, pairs.map(([, value]) => value)]] : [])),
  );
}
