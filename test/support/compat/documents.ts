import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { findChanges } from "../../../compat/compare/check.ts";
import type { Change } from "../../../compat/index.ts";
import type { Contract, JsonObject } from "../../../contracts/index.ts";
import { seededNumber } from "../../../contracts/generate/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";
import { contractsToTry } from "../contracts/platform.ts";
import type { PickIndex, Rewriting } from "./rewriting.ts";
import { checkOnPlatform } from "./on-platform.ts";

/** A document for tests of laws. */
export interface LawDocument {
  readonly name: string;
  readonly document: JsonObject;
}

/** A rewriting, and the index of the node that it changes. */
export type RewritingStep = readonly [index: number, place: number];

/** Loads the documents of fixtures/compat/laws, and some of the platform. */
export async function lawDocuments(): Promise<readonly LawDocument[]> {
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

/** Applies rewritings to a document. Returns the names of those that applied. */
export function applyRewritings(
  document: JsonObject,
  rewritings: readonly Rewriting[],
  steps: readonly RewritingStep[],
): { readonly document: JsonObject; readonly names: readonly string[] } {
  let now = document;
  const names: string[] = [];
  for (const [index, place] of steps) {
    const rewriting = rewritings[index % rewritings.length] as Rewriting;
    const next = rewriting.rewrite(now, createPick(place));
    if (!next) continue;
    now = next;
    names.push(rewriting.name);
    if (rewriting.isLast) break;
  }
  return { document: now, names };
}

/** Creates a choice that depends on a number only. */
function createPick(place: number): PickIndex {
  let drawn = 0;
  return (count) => Math.abs(seededNumber(`${place} ${drawn++}`)) % count;
}

/** Changes between two documents. */
export function changesBetween(base: JsonObject, revision: JsonObject): readonly Change[] {
  return checkOnPlatform([compiledContract(base)], [compiledContract(revision)]).changes;
}

/** Changes between two documents, without a search for proofs. */
export function unprovedChangesBetween(base: JsonObject, revision: JsonObject): readonly Change[] {
  return unprovedChanges(compiledContract(base), compiledContract(revision));
}

/** Changes between two contracts, without a search for proofs. */
export function unprovedChanges(base: Contract, revision: Contract): readonly Change[] {
  return findChanges([base], [revision], { settings: {}, prove: (finding) => finding });
}

/** Contract of a document, compiled once. */
export function compiledContract(document: JsonObject): Contract {
  let contract = contracts.get(document);
  if (!contract) contracts.set(document, (contract = compileInMemory(document)));
  return contract;
}

const contracts = new WeakMap<JsonObject, Contract>();

/** One line about a change, for messages of tests. */
export function changeSummary({ rule, verdict, operation, path, message }: Change): string {
  return `${rule} (${verdict}) ${operation} ${path}: ${message}`;
}
