import type { Answer } from "./call.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Writes the outcome of a call as a response that the contract documents. */
export interface ResponseWriter {
  /** `accept` is the header Accept: it selects one of several documented JSON types. */
  answer(answer: Answer, accept?: string): MockResponse;
  /** Writes a response without a body. */
  bare(status: number, headers: Readonly<Record<string, string>>): MockResponse;
  refuse(refusal: Refusal, path: string): MockResponse;
}
