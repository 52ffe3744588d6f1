import type { OperationCoverage } from "../exercise/coverage.ts";
import type { Case, Outcome, Spot } from "./judgement.ts";

/** A case that has a place on the map. */
export interface Finding {
  readonly case: Case;
  readonly spot: Spot;
  readonly anchor: string;
}

/** How a finding is marked: as what became of it, or as one that does not always show. */
type Kind = Exclude<Outcome, "passed"> | "flaky";

/** The gravest first. */
const kinds: readonly Kind[] = ["failed", "flaky", "warned", "noted", "skipped"];

export function findingsIn(cases: readonly Case[]): readonly Finding[] {
  return cases.flatMap((each) => (each.spot ? [{ case: each, spot: each.spot, anchor: anchorOf(each) }] : []));
}

/** Where the page tells of a case. */
export function anchorOf({ suite, name }: Case): string {
  return encodeURIComponent(`${suite} ${name}`.toWellFormed());
}

export function kindOf({ case: { outcome }, spot }: Finding): Kind {
  return spot.isFlaky ? "flaky" : (outcome as Exclude<Outcome, "passed">);
}

/** The gravest mark among findings; nothing where there are none. */
export function worstOf(findings: readonly Finding[]): Kind | undefined {
  const found = new Set(findings.map(kindOf));
  return kinds.find((kind) => found.has(kind));
}

/** The column of a status: as it is documented, if it is. */
export function placeOf(status: number, { statuses }: OperationCoverage): string {
  const documented = new Set(statuses.map((each) => each.status));
  const range = `${String(status).charAt(0)}XX`;
  const names = [String(status), range, ...(status > 0 ? ["default"] : [])];
  return names.find((name) => documented.has(name)) ?? (status === 0 ? "none" : String(status));
}
