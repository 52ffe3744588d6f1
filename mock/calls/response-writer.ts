import type { Answer } from "./call.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Turns the outcome of a call into a response that the contract documents. */
export interface ResponseWriter {
  answer(answer: Answer): MockResponse;
  /** Answers with a status and headers alone. */
  bare(status: number, headers: Readonly<Record<string, string>>): MockResponse;
  refuse(refusal: Refusal, path: string): MockResponse;
}
