import { lintRules } from "../../../contracts/index.ts";
import type { Claim } from "../row.ts";

/** Carried by a value in code, which is looked at. */
export function inCode(file: string, says: string, holds: boolean): Claim {
  return { says, look: () => (holds ? { at: [beginningOf(file)] } : { missing: "the code says something else" }) };
}

/** Carried by a rule that every document has to follow. */
export function lintRule(id: string): Claim {
  const rule = lintRules.find((one) => one.id === id);
  return inCode(`contracts/lint/rules/${id}.ts`, rule?.claim ?? id, rule !== undefined);
}

/** Carried by code that has no value to look at; `trace.test.ts` checks that the file exists. */
export function byCode(file: string, says: string): Claim {
  return inCode(file, says, true);
}

function beginningOf(file: string): { file: string; line: number; pointer: string } {
  return { file, line: 1, pointer: "" };
}
