import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { type Contender, type Counts, type Pair, concord, countsIn, oasdiff, programOf } from "./contenders.ts";
import { type NamedPair, realPairs, unchangedContracts } from "./pairs.ts";
import { type Run, runProgram } from "./program.ts";

/** Runs of a contender on a pair, one for each round. */
export interface ContenderRuns {
  readonly runs: readonly Run[];
  /** Numbers of changes in the last report. Absent if the last run failed. */
  readonly counts?: Counts;
}

/** A pair, and the runs of each contender on it. */
export interface PairResult {
  readonly name: string;
  readonly concord: ContenderRuns;
  readonly oasdiff?: ContenderRuns;
}

/** Time limit of a run of Concord. */
const CONCORD_MS = 120_000;

/** Compares all contracts with themselves, and pairs of published documents. The contenders alternate. */
export async function measureRealPairs(settings: Settings): Promise<readonly PairResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "concord-bench-"));
  try {
    const results = [];
    for (const pair of [unchangedContracts(), ...realPairs(folder, settings.report)]) {
      settings.report(`Compat: ${pair.name}`);
      results.push(await measurePair(pair, folder, settings));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures all rounds of one pair. The peer does not run again after a failure. */
async function measurePair(pair: NamedPair, folder: string, { built, compat }: Settings): Promise<PairResult> {
  const out = join(folder, "report.json");
  const peer = oasdiff();
  const [ours, theirs]: [ContenderRuns[], ContenderRuns[]] = [[], []];
  for (let round = 0; round < compat.rounds; round++) {
    ours.push(await runContender(concord(built), pair.concord, { out, limitMs: CONCORD_MS }));
    const isAble = theirs.every(({ counts }) => counts);
    if (peer && pair.oasdiff && isAble)
      theirs.push(await runContender(peer, pair.oasdiff, { out, limitMs: compat.peerMs.real }));
  }
  return { name: pair.name, concord: joinRuns(ours), ...(theirs.length > 0 && { oasdiff: joinRuns(theirs) }) };
}

/** Runs a contender once, and reads its report. */
export async function runContender(
  contender: Contender,
  pair: Pair,
  limits: { readonly out: string; readonly limitMs: number },
): Promise<ContenderRuns> {
  const run = await runProgram(programOf(contender, pair, limits));
  return { runs: [run], ...(run.outcome === "answered" && { counts: countsIn(contender, limits.out) }) };
}

function joinRuns(turns: readonly ContenderRuns[]): ContenderRuns {
  const counts = turns.at(-1)?.counts;
  return { runs: turns.flatMap(({ runs }) => runs), ...(counts && { counts }) };
}
