import type { OperationCoverage } from "../exercise/coverage.ts";
import type { Case, Outcome, CoveragePlace } from "./judgement.ts";

/** Case with a place on the coverage map. */
export interface MappedCase {
  readonly case: Case;
  readonly spot: CoveragePlace;
  readonly anchor: string;
}

/** Mark of a finding: its outcome, or flaky. */
type Kind = Exclude<Outcome, "passed"> | "flaky";

/** Marks, gravest first. */
const kinds: readonly Kind[] = ["failed", "flaky", "warned", "noted", "skipped"];

export function findingsIn(cases: readonly Case[]): readonly MappedCase[] {
  return cases.flatMap((each) => (each.spot ? [{ case: each, spot: each.spot, anchor: anchorOf(each) }] : []));
}

/** Anchor of a case on the page. */
export function anchorOf({ suite, name }: Case): string {
  return encodeURIComponent(`${suite} ${name}`.toWellFormed());
}

export function kindOf({ case: { outcome }, spot }: MappedCase): Kind {
  if (spot.isFlaky) return "flaky";
  return outcome as Exclude<Outcome, "passed">;
}

/** Gravest mark of findings. Undefined without findings. */
export function worstOf(findings: readonly MappedCase[]): Kind | undefined {
  const found = new Set(findings.map(kindOf));
  return kinds.find((kind) => found.has(kind));
}

/** Column of a status code: the documented one, if there is one. */
export function placeOf(status: number, { statuses }: OperationCoverage): string {
  const documented = new Set(statuses.map((each) => each.status));
  const range = `${String(status).charAt(0)}XX`;
  const names = [String(status), range, ...(status > 0 ? ["default"] : [])];
  return names.find((name) => documented.has(name)) ?? (status === 0 ? "none" : String(status));
}
