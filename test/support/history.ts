import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Contract, type Json, loadContracts } from "../../contracts/index.ts";

/** A file of fixtures/history: its README tells of the fields. */
export interface HistoryOverlay {
  readonly info?: { readonly title?: string };
  readonly extends?: string;
  readonly "x-change"?: Partial<HistoryChange>;
  readonly actions: readonly { readonly update?: Json }[];
}

export interface HistoryChange {
  readonly section: string;
  readonly row: string;
  readonly at: readonly string[];
  readonly kind: string;
  readonly direction: string;
  readonly verdict: string;
  readonly by: string;
  readonly reason: string;
  readonly assumed: string;
}

export const historyFolder = "fixtures/history";

/** The names of its overlays. */
export const historyFiles = readdirSync(historyFolder).filter((name) => name.endsWith(".yaml"));

export const historyOverlays: ReadonlyMap<string, HistoryOverlay> = new Map(
  historyFiles.map((name) => [name, parse(readFileSync(join(historyFolder, name), "utf8")) as HistoryOverlay]),
);

/** The names of the files of each API. */
export const historyByApi = Map.groupBy(historyFiles, (name) => historyOverlays.get(name)?.extends ?? "");

/** What a file tells. */
export function historyChange(name: string): HistoryChange {
  return historyOverlays.get(name)?.["x-change"] as HistoryChange;
}

const loaded = new Map<string, Promise<readonly Contract[]>>();

/** The contract of an API with some files applied, loaded once. */
export async function undone(api: string, names: readonly string[]): Promise<Contract> {
  const key = [api, ...names].join(" ");
  const overlays = names.map((name) => join(historyFolder, name));
  const found = loaded.get(key) ?? loadContracts([documentOf(api)], { overlays });
  loaded.set(key, found);
  return (await found)[0] as Contract;
}

/** The contract before and after what a file tells of. */
export async function historyPair(name: string): Promise<{ readonly base: Contract; readonly revision: Contract }> {
  const api = historyOverlays.get(name)?.extends ?? "";
  return { base: await undone(api, [name]), revision: await undone(api, []) };
}

/** Today's document of an API. */
export function documentOf(api: string): string {
  return `contracts/apis/${api}/openapi.yaml`;
}
