import { type Json, isJson, isObject } from "../../contracts/index.ts";
import type { JournalEntry, MockResponse } from "../../mock/index.ts";

/** Longer explanations are cut. */
const LONGEST = 160;

export type Violation = NonNullable<JournalEntry["violations"]>[number];

/** What a mock answered to a witness. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Json | undefined;
  /** "400 query /limit: expected at most 100". */
  readonly line: string;
  /** What GraphQL has against the operation. */
  readonly errors: readonly string[];
  /** In what the request breaks the contract. */
  readonly violations: readonly Violation[];
  /** Whether it was turned down for what it is; that a mock does not have what it asks for says nothing of it. */
  readonly isRefused: boolean;
  /** Whether the mock could not make an answer: that says nothing of the request. */
  readonly hasFailed: boolean;
  /** Whether no operation takes it. */
  readonly isUnknown: boolean;
}

/** What a mock sent, and what its journal says of that, where an organization was asked for. */
export function answerOf(
  { status, headers, body }: MockResponse,
  { violations = [], verdict, name }: Partial<Pick<JournalEntry, "violations" | "verdict" | "name">> = {},
): Answer {
  const text = Buffer.from(body).toString();
  // HEAD is answered with the headers alone.
  const value =
    text !== "" && isJson((headers["content-type"] ?? "").split(";")[0] as string)
      ? (JSON.parse(text) as Json)
      : undefined;
  const told: { readonly [name: string]: Json } = status >= 400 && isObject(value) ? value : {};
  const errors = isObject(value) && Array.isArray(value["errors"]) ? (value["errors"] as Json[]) : [];
  const [error] = errors;
  const why = told["detail"] ?? told["title"] ?? (isObject(error) ? error["message"] : undefined);
  const reason = violations[0] ? violationText(violations[0]) : typeof why === "string" ? why : "";
  return {
    status,
    headers,
    value,
    violations,
    errors: errors.flatMap((one) => (isObject(one) && typeof one["message"] === "string" ? [one["message"]] : [])),
    line: lineOf(status, reason),
    isRefused: status < 400 ? error !== undefined : !isOfState(status, violations),
    hasFailed: verdict === "failed" || isOverLimit(error),
    isUnknown:
      // An operation may document them of itself.
      (name === undefined && (status === 405 || status === 410)) ||
      (status === 404 && reason.startsWith("No operation has the path")),
  };
}

/** Whether a query asks for more than a mock answers, which no schema says. */
function isOverLimit(error: Json | undefined): boolean {
  const { extensions } = isObject(error) ? error : {};
  return isObject(extensions) && (extensions["code"] === "TOO_DEEP" || extensions["code"] === "TOO_COSTLY");
}

/** Whether what the mock holds is why it turned something down, and not what was asked. */
function isOfState(status: number, violations: readonly Violation[]): boolean {
  return [404, 409, 412].includes(status) || (violations.length > 0 && violations.every((one) => one.isOfState));
}

/** A status, and why it is not another one. */
export function lineOf(status: number, reason: string): string {
  return reason === "" ? String(status) : `${status} ${reason.slice(0, LONGEST)}`;
}

/** What a violation says; of the status that a play asks a mock for, in the words of a report. */
export function violationText({ in: place, pointer, expected, got }: Violation): string {
  if (pointer === "/prefer/code") return `No status ${got.replaceAll('"', "")} is documented`;
  return `${[place, pointer].filter(Boolean).join(" ")}: expected ${expected}`;
}
