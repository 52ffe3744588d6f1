import { enumMarkMisplaced } from "./enum-mark-misplaced.ts";
import { exampleInvalid } from "./example-invalid.ts";
import { lifecycleMalformed } from "./lifecycle-malformed.ts";
import { removedOperationPresent } from "./removed-operation-present.ts";
import { responseImpossible } from "./response-impossible.ts";
import { schemaUnjudged } from "./schema-unjudged.ts";
import { stateUnfounded } from "./state-unfounded.ts";
import type { LintRule } from "../rule.ts";

/** All rules, in the order in which their problems are reported. */
export const lintRules: readonly LintRule[] = [
  enumMarkMisplaced,
  exampleInvalid,
  lifecycleMalformed,
  removedOperationPresent,
  responseImpossible,
  schemaUnjudged,
  stateUnfounded,
];
