import type { RunConditions, Traffic } from "../mock-factory.ts";

/** Calls of one run. */
export type CallsOfRun = Pick<Traffic, "calls" | "callsByPlace" | "struck" | "exchanges">;

/** Calls of a run under a fault, and of the run without faults. */
export interface CallsOfRuns {
  readonly traffic: CallsOfRun;
  /** Undefined if they are not known. Then only those rules apply that do not compare. */
  readonly without: CallsOfRun | undefined;
}

/** A run whose calls are judged. */
export interface JudgedRun extends CallsOfRuns {
  readonly conditions: Pick<RunConditions, "isJudgedByCalls">;
  /** True if a time limit ended the run. */
  readonly hasTimedOut: boolean;
}

/** Path of a URL without its query. */
export function stripQuery(url: string): string {
  return url.split("?", 1)[0] as string;
}

/** Method and path of a call. */
export function describeCall({ method, url }: { readonly method: string; readonly url: string }): string {
  return `${method} ${stripQuery(url)}`;
}
