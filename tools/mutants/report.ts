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
  readonly before: string;
  readonly after: string;
  /** "equivalent" if no request can tell it from the original. */
  readonly result: Outcome["result"] | "equivalent";
}

const head = ["", "mutants", "found", "survived", "not reached", "found of all", "found of reached"];

/** Tables by server and by kind, and the mutants that were not found. Those that are equivalent or broken do not count. */
export function renderMutants(all: readonly TriedMutant[]): string {
  const others = all.filter(({ origin }) => origin === "others");
  const own = all.filter(({ origin }) => origin === "own");
  const names = [...new Set(all.map(({ subject }) => subject))];
  const requests = all.filter((each) => each.requests > 0).map((each) => each.requests);
  const mean = Math.round(requests.reduce((sum, each) => sum + each, 0) / Math.max(1, requests.length));
  return [
    tableOf([
      ["server", ...head.slice(1)],
      ...names.map((name) =>
        rowOf(
          name,
          all.filter(({ subject }) => subject === name),
        ),
      ),
      rowOf("servers of other authors", others),
      rowOf("example providers", own),
      rowOf("all", all),
    ]),
    tableOf([
      ["mistake", ...head.slice(1)],
      ...kinds.map((kind) =>
        rowOf(
          kind,
          all.filter((each) => each.kind === kind),
        ),
      ),
    ]),
    `${mean} requests a run. Left out: ${countOf(all, "equivalent")} that no request can tell from the original, ` +
      `${countOf(all, "broken")} with which the server does not start.\n`,
    ...all.filter(({ result }) => result === "survived" || result === "not reached").map(lineOf),
  ].join("\n");
}

/** Counts of mutants, and the shares that were found. */
function rowOf(name: string, mutants: readonly TriedMutant[]): (string | number)[] {
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

function countOf(mutants: readonly TriedMutant[], result: TriedMutant["result"]): number {
  return mutants.filter((each) => each.result === result).length;
}

function lineOf({ subject, file, line, kind, result, before, after }: TriedMutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 100);
  return `${result}: ${subject} ${file}:${line} ${kind}: ${short(before)} → ${short(after)}`;
}
