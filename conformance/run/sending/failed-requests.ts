import type { Operation } from "../../../contracts/index.ts";
import type { WireRequest } from "../../model/exchange.ts";

/** Request that was not answered. */
export interface FailedRequest {
  readonly request: WireRequest;
  readonly operation: Operation;
}

const requests = new WeakMap<Error, FailedRequest>();

/** Records the request that ended with an error. A property sends others than the one that it was given. */
export function recordFailedRequest(error: unknown, failed: FailedRequest): void {
  if (error instanceof Error) requests.set(error, failed);
}

/** The request that ended with an error. Undefined if the error is not that of a request. */
export function getFailedRequest(error: unknown): FailedRequest | undefined {
  if (error instanceof Error) return requests.get(error);
  return undefined;
}
