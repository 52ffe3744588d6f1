import { misfitsIn } from "../examples.ts";
import type { LintRule } from "../rule.ts";

export const exampleInvalid: LintRule = {
  id: "example-invalid",
  claim: "Every example fits its schema",
  of: "every",
  find: (contract) =>
    misfitsIn(contract).map(({ pointer, name, violations: [first, ...others] }) => ({
      pointer: pointer + first.pointer,
      message: `Example "${name}" does not fit its schema: expected ${first.expected}, got ${first.got}${others.length > 0 ? `, and ${others.length} more` : ""}`,
    })),
};
