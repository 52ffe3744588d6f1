import { type Rows, significantDigits, table } from "../report.ts";
import { exponent, median, ratio } from "../statistics.ts";
import { type AmountCost, type Growth, MIN_AMOUNT } from "./growth.ts";
import type { PairResult, ContenderRuns } from "./measure.ts";

/** Table of the published pairs, as text. */
export function realPairsReport(results: readonly PairResult[]): string {
  const head = [
    "",
    "Concord, s",
    "oasdiff, s",
    "oasdiff ÷ Concord",
    "Concord, MB",
    "oasdiff, MB",
    "oasdiff ÷ Concord",
    "Concord: changes (breaking)",
    "oasdiff: changes (errors)",
  ];
  const rows = results.map(({ name, concord, oasdiff }) => {
    const both = (of: (turns: ContenderRuns) => readonly number[]): string[] => [
      significantDigits(median(of(concord))),
      significantDigits(median(oasdiff ? of(oasdiff) : [])),
      ratioOf(concord, oasdiff, of),
    ];
    return [name, ...both(seconds), ...both(megabytes), changeCounts(concord), oasdiff ? changeCounts(oasdiff) : "–"];
  });
  return `Compat, from the start of a process to its end, peak memory\n\n${table([head, ...rows])}\n${complaints(results)}`;
}

/** Table of the costs by number of changed parts, as text. */
export function growthReport(growth: readonly Growth[]): string {
  const amounts = [...new Set(growth.flatMap(({ concord }) => concord.map(({ amount }) => amount)))];
  const rows: Rows = growth.flatMap(({ shape, concord, oasdiff }) => [
    row(shape, "Concord", concord),
    ...(oasdiff.length > 0 ? [row(shape, "oasdiff", oasdiff)] : []),
  ]);
  const head = [
    "s for so much change",
    "",
    ...amounts.map((amount) => amount.toLocaleString("en-US")),
    "exponent",
    "MB",
    "changes",
  ];
  return `Compat, by how much is changed\n\n${table([head, ...rows])}`;

  function row(shape: string, contender: string, grown: readonly AmountCost[]): string[] {
    const last = grown.at(-1);
    return [
      shape,
      contender,
      ...amounts.map((_, index) => significantDigits((grown[index]?.milliseconds ?? Number.NaN) / 1000)),
      significantDigits(growthExponent(grown)),
      significantDigits((last?.peakBytes ?? Number.NaN) / 1e6),
      last?.counts.changes.toLocaleString("en-US") ?? "–",
    ];
  }
}

/** Shortest significant time. Shorter times are mostly noise of the machine. */
const MIN_SIGNIFICANT_MS = 50;

/** Exponent of the time as a function of the amount, without the cost of starting. Ignores times that are too short. */
export function growthExponent(grown: readonly Pick<AmountCost, "amount" | "milliseconds">[]): number {
  const start = grown.find(({ amount }) => amount === MIN_AMOUNT)?.milliseconds ?? Number.NaN;
  return exponent(
    grown
      .map(({ amount, milliseconds }) => [amount, milliseconds - start] as const)
      .filter(([, cost]) => cost >= MIN_SIGNIFICANT_MS),
  );
}

/** Ratio of both contenders. A lower bound (">") if the peer was stopped at its limit. */
function ratioOf(
  ours: ContenderRuns,
  theirs: ContenderRuns | undefined,
  of: (turns: ContenderRuns) => readonly number[],
): string {
  if (!theirs || isRefused(theirs)) return "–";
  return `${theirs.counts ? "" : "> "}${significantDigits(ratio(of(theirs), of(ours)))}`;
}

function seconds({ runs }: ContenderRuns): readonly number[] {
  return runs.map(({ milliseconds }) => milliseconds / 1000);
}

function megabytes({ runs }: ContenderRuns): readonly number[] {
  return runs.map(({ peakBytes }) => (peakBytes ?? Number.NaN) / 1e6);
}

function isRefused(turns: ContenderRuns | undefined): boolean {
  return turns?.runs.some(({ outcome }) => outcome === "refused") ?? false;
}

function changeCounts({ runs, counts }: ContenderRuns): string {
  if (!counts) return runs.at(-1)?.outcome ?? "";
  const isSame = new Set(runs.map(({ digest }) => digest)).size === 1;
  const difference = runs.length > 1 && !isSame ? ", differs" : "";
  return `${counts.changes.toLocaleString("en-US")} (${counts.breaking.toLocaleString("en-US")})${difference}`;
}

/** Lines with the reasons why a contender refused a pair. */
function complaints(results: readonly PairResult[]): string {
  return results
    .flatMap(({ name, concord, oasdiff }) => [
      ...(isRefused(concord) ? [`Concord refuses ${name}: ${concord.runs.at(-1)?.complaint}\n`] : []),
      ...(oasdiff && isRefused(oasdiff) ? [`oasdiff refuses ${name}: ${oasdiff.runs.at(-1)?.complaint}\n`] : []),
    ])
    .join("");
}
