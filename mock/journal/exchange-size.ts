import { cachedBy } from "../model/cached-by.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { RecordedExchange } from "./entry.ts";

/** Maximum number of stored bytes of a body. */
const MAX_BODY_BYTES = 16 * 1024;

/** Approximate memory use of an exchange without its bodies and its URL. */
const EXCHANGE_OVERHEAD = 1024;

/** Approximate memory use of a violation without its texts. */
const VIOLATION_OVERHEAD = 64;

/** Shortens the bodies of an exchange that is recorded, and sets its memory use. */
export function boundSize(exchange: RecordedExchange): void {
  if (hasLongBody(exchange)) shortenBodies(exchange);
  exchange.bytes = measureExchange(exchange);
}

function measureExchange({ request, response, refusal, assumedViolations }: RecordedExchange): number {
  let bytes = EXCHANGE_OVERHEAD + request.url.length + (request.body?.length ?? 0) + response.body.length;
  for (const name in request.headers) bytes += name.length + (request.headers[name]?.length ?? 0);
  if (refusal?.violations) bytes += bytesOfViolations(refusal.violations);
  if (assumedViolations) bytes += bytesOfViolations(assumedViolations);
  return bytes;
}

function bytesOfViolations(violations: readonly RequestViolation[]): number {
  return violations.reduce(
    (sum, { pointer, expected, got, member = "" }) =>
      sum + VIOLATION_OVERHEAD + pointer.length + expected.length + got.length + member.length,
    0,
  );
}

function hasLongBody({ request, response }: RecordedExchange): boolean {
  return (request.body !== undefined && request.body.length > MAX_BODY_BYTES) || response.body.length > MAX_BODY_BYTES;
}

function shortenBodies(exchange: RecordedExchange): void {
  const { request, response } = exchange;
  exchange.lengths = { request: request.body?.length ?? 0, response: response.body.length };
  exchange.request = withShortBody(request);
  exchange.response = withShortBody(response);
}

/** Message with the beginning of its body. */
function withShortBody<T extends MockRequest | MockResponse>(message: T): T {
  const { body } = message;
  if (body) return { ...message, body: beginningOf(body) };
  return message;
}

/** Copy of the beginning of a body, because a subarray would keep the whole body in memory. Responses share bodies. */
const beginningOf = cachedBy((body: Uint8Array) => Uint8Array.from(body.subarray(0, MAX_BODY_BYTES)));
