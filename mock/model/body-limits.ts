import { maxHeaderSize } from "node:http";
import type { MockRequest } from "./exchange.ts";
import type { Refusal } from "./problem.ts";

/** Default limit of a request body. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Limit of the URL and all headers together. The same limit that node:http applies. */
const MAX_HEAD_BYTES = maxHeaderSize;

/** Refusal of a body that is larger than a limit. */
export function refuseLargeBody(limit: number): Refusal {
  return { refused: `The body is larger than ${limit} bytes`, status: 413 };
}

/** Refusal of a request whose URL and headers are too long. */
export const longHeadRefusal: Refusal = {
  refused: `The URL and the headers together are longer than ${MAX_HEAD_BYTES} bytes`,
  status: 431,
};

/** Applies the limits of the HTTP server to a request that reaches the mock without a socket. */
export function refuseOversized(
  request: MockRequest,
  { bodyLimit }: { readonly bodyLimit?: (request: MockRequest) => number },
): Refusal | undefined {
  const { url, headers, body } = request;
  let length = url.length;
  for (const name in headers) length += name.length + (headers[name] as string).length;
  if (length > MAX_HEAD_BYTES) return longHeadRefusal;
  if (body === undefined || body.length <= MAX_BODY_BYTES) return undefined;
  const limit = bodyLimit?.(request) ?? MAX_BODY_BYTES;
  return body.length > limit ? refuseLargeBody(limit) : undefined;
}
