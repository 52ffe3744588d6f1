import { findInvalidExamples } from "../invalid-examples.ts";
import type { LintRule } from "../rule.ts";

export const exampleInvalid: LintRule = {
  id: "example-invalid",
  claim: "Every example is valid against its schema",
  find: (contract) =>
    findInvalidExamples(contract).map(({ pointer, name, violations: [first, ...others] }) => ({
      pointer: pointer + first.pointer,
      message: `Example "${name}" is not valid against its schema: expected ${first.expected}, got ${first.got}${others.length > 0 ? `, and ${others.length} more` : ""}`,
    })),
};
