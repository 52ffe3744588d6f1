import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { type Counts, type Contender, concord, oasdiff } from "./contenders.ts";
import { turn } from "./measure.ts";
import { type Shape, shapes } from "./shapes.ts";

/** What a contender took for so much change. */
export interface Grown {
  readonly amount: number;
  /** The least of all rounds: what else the machine does only adds to a run. */
  readonly milliseconds: number;
  readonly peakBytes: number;
  readonly counts: Counts;
}

/** A shape, and what its change costs as it grows; oasdiff as far as it comes within its time. */
export interface Growth {
  readonly shape: string;
  readonly concord: readonly Grown[];
  readonly oasdiff: readonly Grown[];
}

/** The least that is changed: what that takes is what it takes to start. */
export const LEAST = 1;
/** Longer than this is a gap in the table. */
const CONCORD_MS = 20_000;

/** Compares documents of each shape in which more and more is changed. */
export async function measureGrowth(settings: Settings): Promise<readonly Growth[]> {
  const folder = mkdtempSync(join(tmpdir(), "concord-bench-"));
  try {
    const results = [];
    for (const shape of shapes) {
      settings.report(`Compat: ${shape.name}`);
      results.push(await grown(shape, folder, settings));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function grown(shape: Shape, folder: string, { built, compat }: Settings): Promise<Growth> {
  const [ours, theirs]: [Grown[], Grown[]] = [[], []];
  let peer = oasdiff();
  for (const amount of [LEAST, ...compat.amounts]) {
    const pair = { base: join(folder, "base.json"), revision: join(folder, "revision.json") };
    writeFileSync(pair.base, JSON.stringify(shape.document(amount, false)));
    writeFileSync(pair.revision, JSON.stringify(shape.document(amount, true)));
    const measured = async (contender: Contender, limitMs: number): Promise<Grown | undefined> => {
      const { runs, counts } = await turn(contender, pair, { out: join(folder, "report.json"), limitMs });
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
