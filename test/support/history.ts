import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Contract, type Json, loadContracts } from "../../contracts/index.ts";

/** A file of fixtures/history; its README describes the fields. */
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

/** Names of its overlays. */
export const historyFiles = readdirSync(historyFolder).filter((name) => name.endsWith(".yaml"));

export const historyOverlays: ReadonlyMap<string, HistoryOverlay> = new Map(
  historyFiles.map((name) => [name, parse(readFileSync(join(historyFolder, name), "utf8")) as HistoryOverlay]),
);

/** Names of the files of each API. */
export const historyByApi = Map.groupBy(historyFiles, (name) => historyOverlays.get(name)?.extends ?? "");

/** Reads a file of fixtures/history. */
export function historyChange(name: string): HistoryChange {
  return historyOverlays.get(name)?.["x-change"] as HistoryChange;
}

const loaded = new Map<string, Promise<readonly Contract[]>>();

/** Contract of an API with the overlays of some files applied, loaded once. */
export async function contractBefore(api: string, names: readonly string[]): Promise<Contract> {
  const key = [api, ...names].join(" ");
  const overlays = names.map((name) => join(historyFolder, name));
  const found = loaded.get(key) ?? loadContracts([documentOf(api)], { overlays });
  loaded.set(key, found);
  return (await found)[0] as Contract;
}

/** Contracts before and after the change of a file. */
export async function historyPair(name: string): Promise<{ readonly base: Contract; readonly revision: Contract }> {
  const api = historyOverlays.get(name)?.extends ?? "";
  return { base: await contractBefore(api, [name]), revision: await contractBefore(api, []) };
}

/** Current document of an API. */
export function documentOf(api: string): string {
  return `contracts/apis/${api}/openapi.yaml`;
}
