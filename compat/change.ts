import type { Basis, Location } from "../contracts/index.ts";

/**
 * breaking: a consumer faithful to the base can stop working. dangerous: the document cannot tell,
 * a person must. non-breaking: neither.
 */
export type Verdict = "breaking" | "dangerous" | "non-breaking";

/** The verdicts, the worst first. */
export const verdicts: readonly Verdict[] = ["breaking", "dangerous", "non-breaking"];

/** What happened to the part that a change names. */
export type ChangeKind = "added" | "changed" | "removed";

/** What a change is about: what a consumer sends, what it is answered, what it is told, or the operation as such. */
export type Direction = "request" | "response" | "webhook" | "operation";

/** One difference between a base and its revision, at the place that causes it. */
export interface Change {
  /** Made of API, rule, place and values: the same from run to run, and in every report and feed. */
  readonly id: string;
  readonly rule: string;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** The clause of the platform's policy that decides: "9.5". */
  readonly section: string;
  /** Whether the platform's specification states the part, or it was completed; the base's marker decides. */
  readonly basis: Basis;
  readonly direction: Direction;
  readonly api: string;
  /** The operation that is nearest to the cause. */
  readonly operation: string;
  /** Every operation that the cause reaches: "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly operations: readonly string[];
  /** Where in the exchange: "body.items[].name", "query.limit"; empty for the operation itself. */
  readonly path: string;
  readonly message: string;
  /** Why the rule judges so. */
  readonly why: string;
  /** The part, or what encloses it where it does not exist yet; null where the whole API does not. */
  readonly base: Location | null;
  /** The part, or what encloses it where it no longer exists; null where the whole API does not. */
  readonly revision: Location | null;
}

/** Every change between a base and its revision, the worst first. */
export interface CompatReport {
  /** The worst verdict of all changes; non-breaking where there is none. */
  readonly verdict: Verdict;
  readonly changes: readonly Change[];
}

/** The worst of some verdicts. */
export function worstOf(given: Iterable<Verdict>): Verdict {
  const present = new Set(given);
  return verdicts.find((verdict) => present.has(verdict)) ?? "non-breaking";
}
