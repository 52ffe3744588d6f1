import { maxHeaderSize } from "node:http";
import type { MatchBudget } from "../../contracts/index.ts";
import type { MockRequest } from "./exchange.ts";
import type { Refusal } from "./problem.ts";

/** Default limit of a request body. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Work and memory that the reading of one request may take. Bytes are limited before, also those of a compressed body. */
export interface ReadingBudget extends MatchBudget {
  /** Maximum number of values of the body: members and items. They take up to two hundred times the memory of their text. */
  readonly values: number;
}

/** Maximum number of values of a request body, unless its sender may control the mock. */
export const MAX_BODY_VALUES = 500_000;

/** Numbers of values that have the weight of a field of a form, and of a part with its headers. */
export const FIELD_VALUES = 20;
export const PART_VALUES = 10;

/** Refusal of a body with more values than its budget has. */
export function refuseValues({ values }: ReadingBudget): Refusal {
  return { refused: `The body has too many values: at most ${values} members and items are read`, status: 413 };
}

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
  if (body.length > limit) return refuseLargeBody(limit);
  return undefined;
}
