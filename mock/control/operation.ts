import type { Organization } from "../platform/organization.ts";
import type { Platform } from "../platform/platform.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Answer } from "../calls/call.ts";
import { type Refusal, refuseViolations } from "../model/problem.ts";
import type { Input } from "../calls/input.ts";
import { StateFault } from "../resources/state-check.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** A request to the control API that matches its contract. */
export interface ControlCall {
  readonly platform: Platform;
  readonly input: Input;
  /** The organization that the path names. Operations without one in their path do not use it. */
  readonly organization: Organization;
  /** The JSON object of the body. Empty without a body. */
  readonly body: JsonObject;
}

/** Carries out an operation of the control API. */
export type ControlHandler = (call: ControlCall) => Awaitable<Answer | Refusal>;

/** Handlers by operationId. */
export type ControlHandlers = Readonly<Record<string, ControlHandler>>;

/** Returns the answer of `act`, or a refusal with the message of a RangeError. */
export async function refuseFaults(act: () => Awaitable<Answer>, status = 400): Promise<Answer | Refusal> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StateFault) return refuseViolations(400, error.violations);
    if (error instanceof RangeError) return { refused: error.message, status };
    throw error;
  }
}
