import { mkdirSync, writeFileSync } from "node:fs";
import type { Settings } from "../settings.ts";
import type { MeasuredDocument } from "./documents.ts";
import { type Plan, planExchanges } from "./exchanges.ts";
import { platformFor, sendTo } from "./platform-for.ts";

/** Chooses the measured collections. It was fixed before the first measurement. */
const SEED = 20_261_123;

/** A plan, and the file that contains it for other processes. */
export interface WrittenPlan {
  readonly plan: Plan;
  readonly planFile: string;
}

/** Records the exchanges with a document. */
export async function writePlan(
  { name, file, collections, additional }: MeasuredDocument,
  { report, documents, resultsFolder }: Settings,
): Promise<WrittenPlan> {
  report(`${name}: recording exchanges`);
  const { contract, platform, token } = await platformFor(file);
  const plan = await planExchanges(contract, sendTo(platform), {
    collections: Math.min(collections, documents.collections),
    seed: SEED,
    token,
    additional,
  });
  const planFile = `${resultsFolder}plan-${name}.json`;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(planFile, JSON.stringify(plan));
  return { plan, planFile };
}
