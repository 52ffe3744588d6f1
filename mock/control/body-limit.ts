import type { MockRequest } from "../model/exchange.ts";
import { MAX_BODY_BYTES } from "../model/body-limits.ts";
import { createAdmission } from "./admission.ts";

/** Maximum size of a state. 100,000 entities have tens of megabytes. */
const MAX_STATE_BYTES = 256 * 1024 * 1024;

const statePathPattern = /^\/_concord\/organizations\/[^/?]+\/state(\?|$)/;

/** Maximum body size of a request. Only requests that may control the mock can send a large state. */
export function createBodyLimit(token: string | undefined): (request: MockRequest) => number {
  const admit = createAdmission(token);
  return (request) => {
    if (request.method === "PUT" && statePathPattern.test(request.url) && admit(request) === undefined)
      return MAX_STATE_BYTES;
    return MAX_BODY_BYTES;
  };
}
