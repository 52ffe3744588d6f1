import { dirname, relative, resolve } from "node:path";
import type { Contract, Origins, Problem } from "../model/contract.ts";
import { isRemoteFile, locateSource } from "../parsing/origins.ts";
import { faultsOfDocument, openApiFaults } from "./openapi-faults.ts";
import { lintRules } from "./rules/index.ts";

/**
 * Problems in the documents of contracts, in document order: problems found while loading, errors of an OpenAPI
 * validator ("invalid-document"), and findings of the rules.
 */
export async function lintContracts(
  contracts: readonly Contract[],
  { signal, onProgress }: LintRunOptions = {},
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [done, contract] of contracts.entries()) {
    // Validation blocks the event loop. Without a pause, no abort signal would arrive.
    await new Promise((goOn) => setImmediate(goOn));
    if (signal?.aborted) break;
    onProgress?.(done, contract);
    problems.push(...(await lintContract(contract)));
  }
  return problems;
}

interface LintRunOptions {
  /** Ends the run after the current document. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, contract: Contract) => void;
}

interface LintOptions {
  /** Present file of the document, if it was moved after loading. */
  readonly file?: string;
}

/** Problems of one contract. */
export async function lintContract(
  contract: Contract,
  { file = contract.origins.file }: LintOptions = {},
): Promise<readonly Problem[]> {
  const { origins, problems } = contract;
  const validatorProblems = await problemsOfValidator(contract, file);
  const reportedLocations = new Set(problems.map(locationKey));
  const findings: Problem[] = [];
  for (const rule of lintRules) {
    for (const { pointer, message } of await rule.find(contract))
      findings.push({ code: rule.id, message, at: locateSource(origins, pointer) });
  }
  return [...problems, ...validatorProblems.filter((fault) => !reportedLocations.has(locationKey(fault))), ...findings];
}

/** Errors of an OpenAPI validator: of the files, or of the loaded document if overlays changed it or it is at a URL. */
async function problemsOfValidator(contract: Contract, file: string): Promise<readonly Problem[]> {
  if (contract.kind !== "openapi") return [];
  if (contract.isOverlaid || isRemoteFile(file)) return faultsOfDocument(contract);
  return openApiFaults(file, commonFolder([resolve(file), ...listOtherFiles(contract.origins)]));
}

function locationKey({ at }: Problem): string {
  return `${at.file}#${at.pointer}`;
}

/** Files of a document, beside the main file. */
function listOtherFiles({ parts }: Origins): string[] {
  return [...new Set(Object.values(parts).map(({ file }) => file))];
}

/** Innermost folder that contains all files. The validator may read only files below it. */
function commonFolder([first, ...others]: readonly string[]): string {
  let folder = dirname(first as string);
  while (others.some((file) => relative(folder, file).startsWith(".."))) folder = dirname(folder);
  return folder;
}
