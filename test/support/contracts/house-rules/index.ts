import type { Contract, Problem } from "../../../../contracts/index.ts";
import { locateSource } from "../../../../contracts/parsing/origins.ts";
import { apiUndescribed } from "./api-undescribed.ts";
import { assumptionUnexplained } from "./assumption-unexplained.ts";
import { deprecationUnexplained } from "./deprecation-unexplained.ts";
import { exampleMissing } from "./example-missing.ts";
import { graphqlUnmarked } from "./graphql-unmarked.ts";
import { memberEmpty } from "./member-empty.ts";
import { operationIdShared } from "./operation-id-shared.ts";
import { operationUnnamed } from "./operation-unnamed.ts";
import { pathShared } from "./path-shared.ts";
import { publicUnexplained } from "./public-unexplained.ts";
import { publicationUndated } from "./publication-undated.ts";
import { sectionMalformed } from "./section-malformed.ts";
import { summaryMissing } from "./summary-missing.ts";
import { sunsetTooSoon } from "./sunset-too-soon.ts";
import { tagUndeclared } from "./tag-undeclared.ts";
import { uncoveredMarker } from "./uncovered-marker.ts";
import type { HouseContext, HouseRule } from "./house-rule.ts";

/** Rules for the bundled documents, which `contracts lint` does not apply to those of users. */
export const houseRules: readonly HouseRule[] = [
  apiUndescribed,
  assumptionUnexplained,
  deprecationUnexplained,
  exampleMissing,
  graphqlUnmarked,
  memberEmpty,
  operationIdShared,
  operationUnnamed,
  pathShared,
  publicUnexplained,
  publicationUndated,
  sectionMalformed,
  summaryMissing,
  sunsetTooSoon,
  tagUndeclared,
  uncoveredMarker,
];

/** Problems of one contract by the house rules. */
export function findHouseProblems(
  contract: Contract,
  context: HouseContext = { contracts: [contract] },
): readonly Problem[] {
  return houseRules.flatMap((rule) =>
    rule
      .find(contract, context)
      .map(({ pointer, message }) => ({ code: rule.id, message, at: locateSource(contract.origins, pointer) })),
  );
}
