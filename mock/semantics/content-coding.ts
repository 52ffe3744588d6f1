import type { Refusal } from "../model/problem.ts";
import { MAX_BODY_BYTES, refuseLargeBody } from "../model/body-limits.ts";

const decoders: Readonly<Record<string, "gunzipSync" | "inflateSync" | "brotliDecompressSync">> = {
  gzip: "gunzipSync",
  "x-gzip": "gunzipSync",
  deflate: "inflateSync",
  br: "brotliDecompressSync",
};

/** Decodes a body by its Content-Encoding (RFC 9110, section 8.4). */
export function decodeContent(bytes: Uint8Array, header: string): Uint8Array | Refusal {
  const codings = header
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined) {
    const known = Object.keys(decoders).join(", ");
    return {
      refused: `The body is encoded as "${unknown}", but can only be read as ${known}`,
      status: 415,
      headers: { "accept-encoding": known },
    };
  }
  let result = bytes;
  try {
    for (const coding of codings.toReversed()) result = decompress(result, coding);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return refuseLargeBody(MAX_BODY_BYTES);
    return { refused: `The body does not match its Content-Encoding: ${(error as Error).message}`, status: 400 };
  }
  return result;
}

function decompress(bytes: Uint8Array, coding: string): Uint8Array {
  const zlib = process.getBuiltinModule("node:zlib");
  return zlib[decoders[coding] as "gunzipSync"](bytes, { maxOutputLength: MAX_BODY_BYTES });
}
