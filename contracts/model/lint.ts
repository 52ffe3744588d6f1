import { dirname, relative, resolve } from "node:path";
import type { Contract, Origins, Problem } from "./contract.ts";
import { uncoveredIn } from "./coverage.ts";
import { misfitsIn } from "./examples.ts";
import { openApiFaults } from "./openapi-faults.ts";
import { locateIn } from "./origins.ts";

/**
 * All that is wrong with a contract's document: what was found when it was loaded, what a validator
 * of OpenAPI says of it ("invalid-document"), parts that no marker covers ("uncovered-marker"), and
 * examples that do not fit their schemas ("example-invalid"). `file` is where the document is now.
 */
export async function lintContract(contract: Contract, file = contract.origins.file): Promise<readonly Problem[]> {
  const { document, origins, problems } = contract;
  const faults = await openApiFaults(file, commonFolder([resolve(file), ...filesOf(origins)]));
  const known = new Set(problems.map(placeOf));
  return [
    ...problems,
    ...faults.filter((fault) => !known.has(placeOf(fault))),
    ...uncoveredIn(document).map(({ pointer, kind }) => ({
      code: "uncovered-marker",
      message: `No marker covers this ${kind === "requestBody" ? "request body" : kind}: add x-spec or x-assumed`,
      at: locateIn(origins, pointer),
    })),
    ...misfitsIn(contract).map(({ pointer, name, violations: [first, ...others] }) => ({
      code: "example-invalid",
      message: `Example "${name}" does not fit its schema: expected ${first.expected}, got ${first.got}${others.length > 0 ? `, and ${others.length} more` : ""}`,
      at: locateIn(origins, pointer + first.pointer),
    })),
  ];
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
