import { once } from "node:events";
import { type Child, startChild, withChild } from "../children.ts";
import { ordinary } from "../documents/documents.ts";
import { writePlan } from "../documents/write-plan.ts";
import { peerFiles } from "../peers.ts";
import type { Settings } from "../settings.ts";
import { type CallCost, type CallerName, type Files, type MeasureMessage, callerNames } from "./turn.ts";

/** Costs of a call in each round, by exchange, then by name of the process. */
export type CallCosts = Readonly<Record<string, Readonly<Record<string, readonly CallCost[]>>>>;

/** Measures all callers on the ordinary document, each in its own process. */
export async function measureInProcess(settings: Settings): Promise<CallCosts> {
  const { plan, planFile } = await writePlan(ordinary, settings);
  const files: Files = {
    contracts: ordinary.file,
    plan: planFile,
    mswHttp: peerFiles.mswHttp(),
    mswNode: peerFiles.mswNode(),
  };
  await using running = new AsyncDisposableStack();
  const children = new Map<string, Child>();
  for (const name of callerNames) children.set(name, running.use(await startCaller(name, files, settings)));
  const names = plan.exchanges.map(({ name }) => name);
  return await measureCalls("In process", names, children, settings);
}

/** Starts the process of a caller, and waits until its records are created. */
export async function startCaller(name: CallerName, files: Files, { built }: Settings): Promise<Child> {
  await using starting = new AsyncDisposableStack();
  const child = starting.use(startChild(`${built}in-process/child.js`, [name, JSON.stringify(files)]));
  await withChild(child, once(child.process, "message"));
  starting.move();
  return child;
}

/** Measures exchanges with processes by name. The processes alternate in each round. */
export async function measureCalls(
  title: string,
  names: readonly string[],
  children: ReadonlyMap<string, Child>,
  settings: Settings,
): Promise<CallCosts> {
  const result: Record<string, Record<string, CallCost[]>> = {};
  for (const exchange of names) {
    settings.report(`${title}: ${exchange}`);
    const byName: Record<string, CallCost[]> = {};
    result[exchange] = byName;
    for (let round = 0; round < settings.rounds; round++)
      for (const [name, child] of children) (byName[name] ??= []).push(await measureRound(child, exchange, settings));
  }
  return result;
}

async function measureRound(child: Child, exchange: string, { warmUpMs, roundMs }: Settings): Promise<CallCost> {
  const answer = once(child.process, "message");
  child.process.send({ exchange, warmUpMs, roundMs } satisfies MeasureMessage);
  const [cost] = (await withChild(child, answer)) as [CallCost];
  return cost;
}
