import { MAX_PENDING } from "../deliveries/index.ts";
import { MATCH_STEPS } from "../messages/request.ts";
import { MAX_BODY_VALUES } from "../model/body-limits.ts";
import { STATE_BYTES } from "../state/state-limit.ts";
import { checkNumber } from "./check-numbers.ts";

/** Limits of what clients can make a mock do and keep. */
export interface MockLimits {
  /**
   * Maximum size of the state of each organization, in bytes of memory, approximately. A change beyond it gets 507.
   * Default: 128 MB. The documented examples, and what a fork shares with its source, do not count.
   */
  readonly stateLimit?: number;
  /** Maximum number of members and items of a request's body. More get 413. Default: 500,000. */
  readonly valueLimit?: number;
  /** Steps of all pattern matches of a request, beside 2 for each of its bytes. More get 400. Default: 300,000. */
  readonly stepLimit?: number;
  /** Number of pending deliveries of each organization. Further ones fail at once. Default: 10,000. */
  readonly pendingLimit?: number;
}

/** The limits with their defaults. @throws RangeError for a limit it is not a whole number. */
export function checkedLimits({
  stateLimit = STATE_BYTES,
  valueLimit = MAX_BODY_VALUES,
  stepLimit = MATCH_STEPS,
  pendingLimit = MAX_PENDING,
}: MockLimits): Required<MockLimits> {
  checkNumber(stateLimit, "bytes of state");
  checkNumber(valueLimit, "values of a body");
  checkNumber(stepLimit, "steps of a request");
  checkNumber(pendingLimit, "pending deliveries");
  return { stateLimit, valueLimit, stepLimit, pendingLimit };
}
