import { once } from "node:events";
import { type Child, startChild, withChild } from "../children.ts";
import { measuredDocuments } from "../documents/documents.ts";
import { writePlan } from "../documents/measure.ts";
import { peerFiles } from "../peers.ts";
import type { Settings } from "../settings.ts";
import { type Files, type MeasureMessage, type TimeMessage, callerNames } from "./turn.ts";

/** Microseconds per call in each round, by exchange, then by caller. */
export type InProcessResult = Readonly<Record<string, Readonly<Record<string, number[]>>>>;

/** Measures all callers on the ordinary document, each in its own process. The callers alternate in each round. */
export async function measureInProcess(settings: Settings): Promise<InProcessResult> {
  const [ordinary] = measuredDocuments;
  if (!ordinary) throw new Error("Cannot measure in process: there is no document");
  const { plan, planFile } = await writePlan(ordinary, settings);
  const files: Files = {
    document: ordinary.file,
    plan: planFile,
    mswHttp: peerFiles.mswHttp(),
    mswNode: peerFiles.mswNode(),
  };
  const result: InProcessResult = Object.fromEntries(
    plan.exchanges.map(({ name }) => [name, Object.fromEntries(callerNames.map((caller) => [caller, []]))]),
  );
  await using running = new AsyncDisposableStack();
  const children = new Map<string, Child>();
  for (const name of callerNames) {
    const child = running.use(startChild(`${settings.built}in-process/child.js`, [name, JSON.stringify(files)]));
    children.set(name, child);
    await withChild(child, once(child.process, "message"));
  }
  for (const exchange of Object.keys(result)) {
    settings.report(`In process: ${exchange}`);
    for (let round = 0; round < settings.rounds; round++)
      for (const [name, child] of children) result[exchange]?.[name]?.push(await timeCalls(child, exchange, settings));
  }
  return result;
}

async function timeCalls(child: Child, exchange: string, { warmUpMs, roundMs }: Settings): Promise<number> {
  const answer = once(child.process, "message");
  child.process.send({ exchange, warmUpMs, roundMs } satisfies MeasureMessage);
  const [{ microseconds }] = (await withChild(child, answer)) as [TimeMessage];
  return microseconds;
}
