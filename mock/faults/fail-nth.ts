import { failureStatus, flag, needed, whole } from "./parameters.ts";
import { refusalWith } from "./status.ts";
import type { CallFault } from "./fault.ts";

export interface FailNth {
  readonly id: "fail-nth";
  /** Counted for each operation, from when the fault was set. */
  readonly n: number;
  /** Refuses every n-th call, not only the n-th. */
  readonly every?: boolean;
  /** Default: 503. */
  readonly status?: number;
}

/** Refuses the n-th call of each operation without carrying it out. */
export const failNth: CallFault<FailNth> = {
  id: "fail-nth",
  affects: "calls",
  usage: ["fail-nth=3, fail-nth=every-3/500", "the third call of an operation, or each third, is refused (503)"],
  parameters: { n: needed(whole(1)), every: flag, status: failureStatus },
  read(text) {
    const found = /^(every-)?(\d+)(?:\/(\d+))?$/.exec(text ?? "");
    if (!found) return undefined;
    const [, every, n, code] = found;
    return { n: Number(n), ...(every && { every: true }), ...(code && { status: Number(code) }) };
  },
  refuse({ setting: { n, every = false, status = 503 }, count }) {
    return count === n || (every && count % n === 0) ? refusalWith(status) : undefined;
  },
};
