import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Child } from "../children.ts";
import { ordinary } from "../documents/documents.ts";
import { writePlan } from "../documents/write-plan.ts";
import { type CallCosts, measureCalls, startCaller } from "../in-process/measure.ts";
import type { Settings } from "../settings.ts";

/** Rounds of `mock.fetch` by exchange, then by number of documents or records. */
export interface FlatResult {
  /** "documents" or "records". */
  readonly what: string;
  readonly amounts: readonly number[];
  readonly exchanges: CallCosts;
}

const exchangeNames = ["GET by id", "GET 20", "GET 20 filtered"] as const;

/** Measures with increasing numbers of loaded documents: the ordinary one, and copies of it at other paths. */
export function measureDocuments(settings: Settings): Promise<FlatResult> {
  return measure("documents", [3, 47, 500], settings, (amount) => ({
    contracts: writeDocuments(amount, settings.resultsFolder),
  }));
}

/** Measures with increasing numbers of records in the requested collection. */
export function measureRecords(settings: Settings): Promise<FlatResult> {
  return measure("records", settings.records, settings, (records) => ({ contracts: ordinary.file, records }));
}

async function measure(
  what: string,
  amounts: readonly number[],
  settings: Settings,
  filesOf: (amount: number) => { readonly contracts: string; readonly records?: number },
): Promise<FlatResult> {
  const { planFile: plan } = await writePlan(ordinary, settings);
  await using running = new AsyncDisposableStack();
  const children = new Map<string, Child>();
  for (const amount of amounts) {
    settings.report(`Flat: ${amount} ${what}`);
    const child = await startCaller("Concord mock.fetch", { ...filesOf(amount), plan }, settings);
    children.set(String(amount), running.use(child));
  }
  return { what, amounts, exchanges: await measureCalls("Flat", exchangeNames, children, settings) };
}

/** Writes a folder with copies of the ordinary document at other paths. The measured one is in the middle. */
function writeDocuments(documents: number, folder: string): string {
  const target = `${folder}documents-${documents}/`;
  mkdirSync(target, { recursive: true });
  const text = readFileSync(ordinary.file, "utf8");
  for (let index = 0; index < documents; index++) {
    const isMeasured = index === Math.floor(documents / 2);
    const copy = isMeasured ? text : text.replaceAll("/v1/orders", `/v${index + 2}/orders`);
    writeFileSync(`${target}api-${String(index).padStart(3, "0")}.yaml`, copy);
  }
  return target;
}
