import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { type Contender, type Counts, type Pair, concord, countsIn, oasdiff, programOf } from "./contenders.ts";
import { type Compared, realPairs, unchanged } from "./pairs.ts";
import { type Run, runProgram } from "./program.ts";

/** What a contender did with a pair, round by round. */
export interface Turns {
  readonly runs: readonly Run[];
  /** What it reported; absent where it never came to an end. */
  readonly counts?: Counts;
}

/** A pair, and what each contender did with it. */
export interface PairResult {
  readonly name: string;
  readonly concord: Turns;
  readonly oasdiff?: Turns;
}

/** Concord may take as long as this before the run fails. */
const CONCORD_MS = 120_000;

/** Compares all contracts with themselves, and pairs of real documents, the contenders taking turns. */
export async function measureRealPairs(settings: Settings): Promise<readonly PairResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "concord-bench-"));
  try {
    const results = [];
    for (const pair of [unchanged(), ...realPairs(folder, settings.report)]) {
      settings.report(`Compat: ${pair.name}`);
      results.push(await measured(pair, folder, settings));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One pair, every round of it. What the peer could not do once, it is not asked again. */
async function measured(pair: Compared, folder: string, { built, compat }: Settings): Promise<PairResult> {
  const out = join(folder, "report.json");
  const peer = oasdiff();
  const [ours, theirs]: [Turns[], Turns[]] = [[], []];
  for (let round = 0; round < compat.rounds; round++) {
    ours.push(await turn(concord(built), pair.concord, { out, limitMs: CONCORD_MS }));
    const isAble = theirs.every(({ counts }) => counts);
    if (peer && pair.oasdiff && isAble)
      theirs.push(await turn(peer, pair.oasdiff, { out, limitMs: compat.peerMs.real }));
  }
  return { name: pair.name, concord: together(ours), ...(theirs.length > 0 && { oasdiff: together(theirs) }) };
}

/** One run of a contender, and what it reported. */
export async function turn(
  contender: Contender,
  pair: Pair,
  limits: { readonly out: string; readonly limitMs: number },
): Promise<Turns> {
  const run = await runProgram(programOf(contender, pair, limits));
  return { runs: [run], ...(run.outcome === "answered" && { counts: countsIn(contender, limits.out) }) };
}

function together(turns: readonly Turns[]): Turns {
  const counts = turns.at(-1)?.counts;
  return { runs: turns.flatMap(({ runs }) => runs), ...(counts && { counts }) };
}
