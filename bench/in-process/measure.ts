import { once } from "node:events";
import { type Child, startChild, withChild } from "../children.ts";
import { writeDocument } from "../document.ts";
import { peerFiles } from "../peers.ts";
import type { Settings } from "../settings.ts";
import { type Exchange, type Files, type TimeMessage, type MeasureMessage, callerNames } from "./turn.ts";

/** Microseconds per call in each round, by exchange, then by caller. */
export type InProcessResult = Readonly<Record<Exchange, Readonly<Record<string, number[]>>>>;

/** Measures all callers, each in its own process. The callers alternate in each round. */
export async function measureInProcess(settings: Settings): Promise<InProcessResult> {
  const files: Files = {
    document: writeDocument(3, settings.resultsFolder),
    mswHttp: peerFiles.mswHttp(),
    mswNode: peerFiles.mswNode(),
  };
  const empty = (): Record<string, number[]> => Object.fromEntries(callerNames.map((name) => [name, []]));
  const result: InProcessResult = { "GET by id": empty(), POST: empty() };
  await using running = new AsyncDisposableStack();
  const children = new Map<string, Child>();
  for (const name of callerNames) {
    const child = running.use(startChild(`${settings.built}in-process/child.js`, [name, JSON.stringify(files)]));
    children.set(name, child);
    await withChild(child, once(child.process, "message"));
  }
  for (const exchange of Object.keys(result) as Exchange[]) {
    settings.report(`In-process: ${exchange}`);
    for (let round = 0; round < settings.rounds; round++)
      for (const [name, child] of children) result[exchange][name]?.push(await timeCalls(child, exchange, settings));
  }
  return result;
}

async function timeCalls(child: Child, exchange: Exchange, { warmUpMs, roundMs }: Settings): Promise<number> {
  const answer = once(child.process, "message");
  child.process.send({ exchange, warmUpMs, roundMs } satisfies MeasureMessage);
  const [{ microseconds }] = (await withChild(child, answer)) as [TimeMessage];
  return microseconds;
}
