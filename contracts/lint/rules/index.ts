import { apiUndescribed } from "./api-undescribed.ts";
import { assumptionUnexplained } from "./assumption-unexplained.ts";
import { deprecationUnexplained } from "./deprecation-unexplained.ts";
import { enumMarkMisplaced } from "./enum-mark-misplaced.ts";
import { exampleInvalid } from "./example-invalid.ts";
import { exampleMissing } from "./example-missing.ts";
import { graphqlUnmarked } from "./graphql-unmarked.ts";
import { lifecycleMalformed } from "./lifecycle-malformed.ts";
import { memberEmpty } from "./member-empty.ts";
import { operationIdShared } from "./operation-id-shared.ts";
import { operationUnnamed } from "./operation-unnamed.ts";
import { pathShared } from "./path-shared.ts";
import { publicUnexplained } from "./public-unexplained.ts";
import { publicationUndated } from "./publication-undated.ts";
import { removedOperationPresent } from "./removed-operation-present.ts";
import { responseImpossible } from "./response-impossible.ts";
import { schemaUnjudged } from "./schema-unjudged.ts";
import { sectionMalformed } from "./section-malformed.ts";
import { stateUnfounded } from "./state-unfounded.ts";
import { summaryMissing } from "./summary-missing.ts";
import { sunsetTooSoon } from "./sunset-too-soon.ts";
import { tagUndeclared } from "./tag-undeclared.ts";
import { uncoveredMarker } from "./uncovered-marker.ts";
import type { LintRule } from "../rule.ts";

/** All rules, in the order in which their problems are reported. */
export const lintRules: readonly LintRule[] = [
  apiUndescribed,
  assumptionUnexplained,
  deprecationUnexplained,
  enumMarkMisplaced,
  exampleInvalid,
  exampleMissing,
  graphqlUnmarked,
  lifecycleMalformed,
  memberEmpty,
  operationIdShared,
  operationUnnamed,
  pathShared,
  publicUnexplained,
  publicationUndated,
  removedOperationPresent,
  responseImpossible,
  schemaUnjudged,
  sectionMalformed,
  stateUnfounded,
  summaryMissing,
  sunsetTooSoon,
  tagUndeclared,
  uncoveredMarker,
];
