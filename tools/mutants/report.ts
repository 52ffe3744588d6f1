import { tableOf } from "../../test/support/bugs/table.ts";
import { type Kind, kinds } from "./operators.ts";
import type { Outcome } from "./trial.ts";

/** A mutant after its run. */
export interface TriedMutant extends Omit<Outcome, "result"> {
  readonly subject: string;
  readonly origin: "own" | "others";
  readonly file: string;
  readonly kind: Kind;
  readonly line: number;
  readonly code: string;
  readonly before: string;
  readonly after: string;
  /** "equivalent" if no request can tell it from the original. */
  readonly result: Outcome["result"] | "equivalent";
}

/** The parts of a mutant that are counted, as results.json has them. */
export type ScoredMutant = Pick<TriedMutant, "subject" | "origin" | "kind" | "result" | "requests">;

const head = ["mutants", "found", "survived", "not reached", "found of all", "found of reached"];

/** Tables by server and by kind, and the mutants that were not found. Those that are equivalent or broken do not count. */
export function renderMutants(all: readonly TriedMutant[]): string {
  return [
    tableOf(rowsByServer(all)),
    tableOf(rowsByKind(all)),
    `${meanRequests(all)} requests a run. Left out: ${countOf(all, "equivalent")} that no request can tell from the original, ` +
      `${countOf(all, "broken")} with which the server does not start.\n`,
    ...all.filter(({ result }) => result === "survived" || result === "not reached").map(lineOf),
  ].join("\n");
}

/** A table with its head: a row for each server, for their groups, and for all. */
export function rowsByServer(all: readonly ScoredMutant[]): readonly (string | number)[][] {
  const names = [...new Set(all.map(({ subject }) => subject))];
  const others = all.filter(({ origin }) => origin === "others");
  const own = all.filter(({ origin }) => origin === "own");
  return [
    ["server", ...head],
    ...names.map((name) =>
      rowOf(
        name,
        all.filter(({ subject }) => subject === name),
      ),
    ),
    rowOf("servers of other authors", others),
    rowOf("example providers", own),
    rowOf("all", all),
  ];
}

/** A table with its head: a row for each kind of mistake. */
export function rowsByKind(all: readonly ScoredMutant[]): readonly (string | number)[][] {
  return [
    ["mistake", ...head],
    ...kinds.map((kind) =>
      rowOf(
        kind,
        all.filter((each) => each.kind === kind),
      ),
    ),
  ];
}

/** Mean number of requests of a run. */
export function meanRequests(all: readonly ScoredMutant[]): number {
  const requests = all.filter((each) => each.requests > 0).map((each) => each.requests);
  return Math.round(requests.reduce((sum, each) => sum + each, 0) / Math.max(1, requests.length));
}

/** Counts of mutants, and the shares that were found. */
function rowOf(name: string, mutants: readonly ScoredMutant[]): (string | number)[] {
  const [found, survived, unreached] = (["found", "survived", "not reached"] as const).map((result) =>
    countOf(mutants, result),
  ) as [number, number, number];
  const share = (whole: number): string => (whole === 0 ? "–" : (found / whole).toFixed(2));
  return [
    name,
    found + survived + unreached,
    found,
    survived,
    unreached,
    share(found + survived + unreached),
    share(found + survived),
  ];
}

/** Number of mutants with a result. */
export function countOf(mutants: readonly ScoredMutant[], result: TriedMutant["result"]): number {
  return mutants.filter((each) => each.result === result).length;
}

function lineOf({ subject, file, line, kind, result, before, after }: TriedMutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 100);
  return `${result}: ${subject} ${file}:${line} ${kind}: ${short(before)} → ${short(after)}`;
}
