import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { WireResponse } from "../model/exchange.ts";

/** Limit for decompression, against compression bombs. */
const most = { maxOutputLength: 64 * 1024 * 1024 };

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, most),
  "x-gzip": (body) => gunzipSync(body, most),
  // Many servers send "deflate" without the zlib header that RFC 9110, section 8.4.1.2, requires.
  deflate: (body) => (hasZlibHeader(body) ? inflateSync(body, most) : inflateRawSync(body, most)),
  br: (body) => brotliDecompressSync(body, most),
  zstd: (body) => zstdDecompressSync(body, most),
};

/** Decoded body, or the coding that was not read and the reason. */
type Decoded = { readonly body: Buffer } | { readonly unread: NonNullable<WireResponse["unread"]> };

/** Decodes a body by its Content-Encoding (RFC 9110, section 8.4), the last coding first. */
export function decodeContent(body: Buffer, contentEncoding: string | undefined): Decoded {
  let decoded = body;
  // The response to HEAD and some others have the header and no body.
  if (body.length === 0) return { body };
  for (const coding of parseCodings(contentEncoding).toReversed()) {
    const decode = decoders[coding];
    if (!decode) return { unread: { coding, reason: "unknown" } };
    try {
      decoded = decode(decoded);
    } catch {
      return { unread: { coding, reason: "broken" } };
    }
  }
  return { body: decoded };
}

function parseCodings(header = ""): readonly string[] {
  const codings = header.split(",").map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== "" && coding !== "identity");
}

/** Number of the method in a zlib header. */
const DEFLATE = 8;

/** True for a zlib header (RFC 1950): the method, and a checksum of two bytes. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === DEFLATE && ((first << 8) | second) % 31 === 0;
}
