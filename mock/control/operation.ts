import type { Platform } from "../platform/platform.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Answer } from "../calls/call.ts";
import { type Refusal, refuseViolations } from "../model/problem.ts";
import type { Input } from "../calls/input.ts";
import { StateFault } from "../resources/state-check.ts";
import type { Awaitable } from "../state/store.ts";

/** A request to the control API, read and checked by its contract. */
export interface ControlCall {
  readonly platform: Platform;
  readonly input: Input;
  /** The organization in the path; empty where there is none. */
  readonly organization: string;
  /** The members of the body; none where there is no body. */
  readonly body: JsonObject;
}

/** What an operation of the control API does. */
export type ControlHandler = (call: ControlCall) => Awaitable<Answer | Refusal>;

/** Handlers by operationId. */
export type ControlHandlers = Readonly<Record<string, ControlHandler>>;

/** What is done, or a refusal in the words of a RangeError: what was asked for makes no sense. */
export async function attempt(act: () => Awaitable<Answer>, status = 400): Promise<Answer | Refusal> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StateFault) return refuseViolations(400, error.violations);
    if (error instanceof RangeError) return { refused: error.message, status };
    throw error;
  }
}
