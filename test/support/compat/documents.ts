import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { changesOf } from "../../../compat/compare/check.ts";
import type { Change } from "../../../compat/index.ts";
import type { Contract, JsonObject } from "../../../contracts/index.ts";
import { seededNumber } from "../../../contracts/generate/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";
import { contractsToTry } from "../contracts/platform.ts";
import type { Pick, Rewriting } from "./rewriting.ts";
import { checkOnPlatform } from "./on-platform.ts";

/** A document that laws are tried on. */
export interface Tried {
  readonly name: string;
  readonly document: JsonObject;
}

/** A rewriting, and which of its places is meant. */
export type Step = readonly [index: number, place: number];

/** The documents of fixtures/compat/laws, and some of the platform's. */
export async function documentsToTry(): Promise<readonly Tried[]> {
  const made = ["keywords", "odd", "heirs", "inside", "marked", "old", "written"].map((name) => ({
    name,
    document: fixture(name),
  }));
  const platform = (await contractsToTry()).map(({ api, document }) => ({ name: api, document }));
  return [...made, ...platform];
}

function fixture(name: string): JsonObject {
  const file = new URL(`../../../fixtures/compat/laws/${name}.yaml`, import.meta.url);
  return parse(readFileSync(file, "utf8")) as JsonObject;
}

/** A document after some rewritings, and the names of those that found a place. */
export function rewritten(
  document: JsonObject,
  rewritings: readonly Rewriting[],
  steps: readonly Step[],
): { readonly document: JsonObject; readonly names: readonly string[] } {
  let now = document;
  const names: string[] = [];
  for (const [index, place] of steps) {
    const rewriting = rewritings[index % rewritings.length] as Rewriting;
    const next = rewriting.rewrite(now, pickerOf(place));
    if (!next) continue;
    now = next;
    names.push(rewriting.name);
    if (rewriting.isLast) break;
  }
  return { document: now, names };
}

/** Chooses by a number alone. */
function pickerOf(place: number): Pick {
  let drawn = 0;
  return (count) => Math.abs(seededNumber(`${place} ${drawn++}`)) % count;
}

/** What changed from one document to another. */
export function changesBetween(base: JsonObject, revision: JsonObject): readonly Change[] {
  return checkOnPlatform([compiled(base)], [compiled(revision)]).changes;
}

/** The same without a search for proofs: the rules' word. */
export function foundBetween(base: JsonObject, revision: JsonObject): readonly Change[] {
  return foundOf(compiled(base), compiled(revision));
}

/** The rules' word on two contracts. */
export function foundOf(base: Contract, revision: Contract): readonly Change[] {
  return changesOf([base], [revision], { settings: {}, prove: (finding) => finding });
}

/** The contract of a document; compiled once. */
export function compiled(document: JsonObject): Contract {
  let contract = known.get(document);
  if (!contract) known.set(document, (contract = compileInMemory(document)));
  return contract;
}

const known = new WeakMap<JsonObject, Contract>();

/** What a person needs of a change, in one line. */
export function lineOf({ rule, verdict, operation, path, message }: Change): string {
  return `${rule} (${verdict}) ${operation} ${path}: ${message}`;
}
