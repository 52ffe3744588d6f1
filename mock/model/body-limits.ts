import { maxHeaderSize } from "node:http";
import type { MockRequest } from "./exchange.ts";
import type { Refusal } from "./problem.ts";

/** Larger bodies are refused, unless who answers them says otherwise. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Longer heads are refused, as node:http does: the address, and the names and values of all headers. */
const MAX_HEAD_BYTES = maxHeaderSize;

/** Refuses a body by the limit that it is beyond. */
export function tooLarge(limit: number): Refusal {
  return { refused: `The body is larger than ${limit} bytes`, status: 413 };
}

export const tooLong: Refusal = {
  refused: `The address and the headers together are longer than ${MAX_HEAD_BYTES} bytes`,
  status: 431,
};

/** Refuses within the process what a server refuses before it has read it. */
export function beyondLimits(
  request: MockRequest,
  { bodyLimit }: { readonly bodyLimit?: (request: MockRequest) => number },
): Refusal | undefined {
  const { url, headers, body } = request;
  let length = url.length;
  for (const name in headers) length += name.length + (headers[name] as string).length;
  if (length > MAX_HEAD_BYTES) return tooLong;
  if (body === undefined || body.length <= MAX_BODY_BYTES) return undefined;
  const limit = bodyLimit?.(request) ?? MAX_BODY_BYTES;
  return body.length > limit ? tooLarge(limit) : undefined;
}
