import { lintRules } from "../../../contracts/index.ts";
import { houseRules } from "../../support/contracts/house-rules/index.ts";
import type { Claim } from "../row.ts";

/** Claim about a value in code, which is checked. */
export function inCode(file: string, says: string, holds: boolean): Claim {
  return { says, look: () => (holds ? { at: [beginningOf(file)] } : { missing: "the code says something else" }) };
}

/** Claim that a lint rule checks in every document. */
export function lintRule(id: string): Claim {
  const rule = [...lintRules, ...houseRules].find((one) => one.id === id);
  const folder = houseRules.some((one) => one === rule) ? "test/support/contracts/house-rules" : "contracts/lint/rules";
  return inCode(`${folder}/${id}.ts`, rule?.claim ?? id, rule !== undefined);
}

/** Claim about code without a value to check. `trace.test.ts` checks that the file exists. */
export function byCode(file: string, says: string): Claim {
  return inCode(file, says, true);
}

function beginningOf(file: string): { file: string; line: number; pointer: string } {
  return { file, line: 1, pointer: "" };
}
