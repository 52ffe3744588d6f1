import type { Call } from "./call.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Handles a call and writes its response, or refuses it. */
export type CarryOut = (call: Call) => Promise<MockResponse | Refusal>;
