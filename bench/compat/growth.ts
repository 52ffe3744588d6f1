import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { type Counts, type Contender, concord, oasdiff } from "./contenders.ts";
import { runContender } from "./measure.ts";
import { type Shape, shapes } from "./shapes.ts";

/** Cost of a comparison in which a given number of parts changed. */
export interface AmountCost {
  readonly amount: number;
  /** Time of the run. */
  readonly milliseconds: number;
  readonly peakBytes: number;
  readonly counts: Counts;
}

/**
 * A shape of documents, and the cost of comparing it by the number of changed parts. oasdiff's list ends at its first
 * timeout.
 */
export interface Growth {
  readonly shape: string;
  readonly concord: readonly AmountCost[];
  readonly oasdiff: readonly AmountCost[];
}

/** Smallest number of changed parts. Its cost is nearly the cost of starting the process. */
export const MIN_AMOUNT = 1;
/** Time limit of a run of Concord. After a timeout, larger amounts are not measured. */
const CONCORD_MS = 20_000;

/** Compares two versions of each shape, with increasing numbers of changed parts. */
export async function measureGrowth(settings: Settings): Promise<readonly Growth[]> {
  const folder = mkdtempSync(join(tmpdir(), "concord-bench-"));
  try {
    const results = [];
    for (const shape of shapes) {
      settings.report(`Compat: ${shape.name}`);
      results.push(await measureShape(shape, folder, settings));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureShape(shape: Shape, folder: string, { built, compat }: Settings): Promise<Growth> {
  const [ours, theirs]: [AmountCost[], AmountCost[]] = [[], []];
  let peer = oasdiff();
  for (const amount of [MIN_AMOUNT, ...compat.amounts]) {
    const pair = { base: join(folder, "base.json"), revision: join(folder, "revision.json") };
    writeFileSync(pair.base, JSON.stringify(shape.document(amount, false)));
    writeFileSync(pair.revision, JSON.stringify(shape.document(amount, true)));
    const measured = async (contender: Contender, limitMs: number): Promise<AmountCost | undefined> => {
      const { runs, counts } = await runContender(contender, pair, { out: join(folder, "report.json"), limitMs });
      const [run] = runs;
      if (!run || !counts) return undefined;
      return { amount, milliseconds: run.milliseconds, peakBytes: run.peakBytes ?? Number.NaN, counts };
    };
    const own = await measured(concord(built), CONCORD_MS);
    if (!own) break;
    ours.push(own);
    const other = peer && (await measured(peer, compat.peerMs.growing));
    if (other) theirs.push(other);
    else peer = undefined;
  }
  return { shape: shape.name, concord: ours, oasdiff: theirs };
}
