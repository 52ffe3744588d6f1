import type { Call } from "../engine/call.ts";
import type { MockResponse } from "../messages/exchange.ts";
import type { Refusal } from "../messages/problem.ts";

/** Carries out a call as far as its response, or refuses it. */
export type CarryOut = (call: Call) => Promise<MockResponse | Refusal>;
