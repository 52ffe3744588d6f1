import type { MockRequest } from "../model/exchange.ts";
import { MAX_BODY_BYTES } from "../model/body-limits.ts";
import { createAdmission } from "./admission.ts";

/** A state of a hundred thousand entities has tens of megabytes, and who could read it shall put it back. */
const MAX_STATE_BYTES = 256 * 1024 * 1024;

const statePath = /^\/_concord\/organizations\/[^/?]+\/state(\?|$)/;

/** How large the body of a request may be, by what is known before it is read: of those alone who may control the mock, a state is large. */
export function createBodyLimit(token: string | undefined): (request: MockRequest) => number {
  const admit = createAdmission(token);
  return (request) =>
    request.method === "PUT" && statePath.test(request.url) && admit(request) === undefined
      ? MAX_STATE_BYTES
      : MAX_BODY_BYTES;
}
