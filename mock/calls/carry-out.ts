import type { Call } from "./call.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Carries out a call as far as its response, or refuses it. */
export type CarryOut = (call: Call) => Promise<MockResponse | Refusal>;
