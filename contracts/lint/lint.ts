import { dirname, relative, resolve } from "node:path";
import type { Contract, Origins, Problem } from "../model/contract.ts";
import { locateIn } from "../parsing/origins.ts";
import { hasMarkers } from "../model/standing.ts";
import { faultsOfDocument, openApiFaults } from "./openapi-faults.ts";
import { lintRules } from "./rules/index.ts";

/**
 * All that is wrong with the documents of some contracts, in their order: what was found when they
 * were loaded, what a validator of OpenAPI says of them ("invalid-document"), and what the rules
 * find. Rules of the platform's own ways are asked only of documents that have markers.
 */
export async function lintContracts(
  contracts: readonly Contract[],
  { signal, onProgress }: LintRunOptions = {},
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [done, contract] of contracts.entries()) {
    // Validation is one long step after another: without a breath no signal would ever come in.
    await new Promise((goOn) => setImmediate(goOn));
    if (signal?.aborted) break;
    onProgress?.(done, contract);
    problems.push(...(await lintContract(contract, { among: contracts })));
  }
  return problems;
}

interface LintRunOptions {
  /** Ends the run after the document at hand. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, contract: Contract) => void;
}

interface LintOptions {
  /** The contracts that it has to get along with. */
  readonly among?: readonly Contract[];
  /** Where its document is now. */
  readonly file?: string;
}

/** What is wrong with one contract. */
export async function lintContract(
  contract: Contract,
  { among = [contract], file = contract.origins.file }: LintOptions = {},
): Promise<readonly Problem[]> {
  const { document, origins, problems } = contract;
  const faults = await validatorFaults(contract, file);
  const known = new Set(problems.map(placeOf));
  const isMarked = hasMarkers(document);
  const found: Problem[] = [];
  for (const rule of lintRules.filter(({ of }) => of === "every" || isMarked)) {
    for (const { pointer, message } of await rule.find(contract, among))
      found.push({ code: rule.id, message, at: locateIn(origins, pointer) });
  }
  return [...problems, ...faults.filter((fault) => !known.has(placeOf(fault))), ...found];
}

/** What a validator of OpenAPI says: of the files, or of what overlays made of them. */
async function validatorFaults(contract: Contract, file: string): Promise<readonly Problem[]> {
  if (contract.kind !== "openapi") return [];
  if (contract.isOverlaid) return faultsOfDocument(contract);
  return openApiFaults(file, commonFolder([resolve(file), ...filesOf(contract.origins)]));
}

function placeOf({ at }: Problem): string {
  return `${at.file}#${at.pointer}`;
}

/** The files that a document is made of, beside its own. */
function filesOf({ parts }: Origins): string[] {
  return [...new Set(Object.values(parts).map(({ file }) => file))];
}

/** The innermost folder that holds all files: what was readable when they were loaded is so again, and no more. */
function commonFolder([first, ...others]: readonly string[]): string {
  let folder = dirname(first as string);
  while (others.some((file) => relative(folder, file).startsWith(".."))) folder = dirname(folder);
  return folder;
}
