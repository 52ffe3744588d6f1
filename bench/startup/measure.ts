import { once } from "node:events";
import { startChild, withChild } from "../children.ts";
import type { Settings } from "../settings.ts";

/** Durations before a test can begin, in a new process. */
export interface StartupFigures {
  readonly importMs: number;
  readonly startMs: number;
  readonly firstAnswerMs: number;
  readonly forkMicroseconds: number;
}

/** Imports the built package in a new process for each round. The first one is not counted, because it may compile the documents. */
export async function measureStartup({
  rounds,
  built,
  packageFolder,
  report,
}: Settings): Promise<readonly StartupFigures[]> {
  report("Startup: all contracts of the platform");
  const measured: StartupFigures[] = [];
  for (let round = 0; round <= rounds; round++) {
    await using child = startChild(`${built}startup/child.js`, [`${packageFolder}api/mock.js`]);
    const [figures] = (await withChild(child, once(child.process, "message"))) as [StartupFigures];
    if (round > 0) measured.push(figures);
  }
  return measured;
}
