import { uncoveredIn } from "./uncovered-parts.ts";
import type { HouseRule } from "./house-rule.ts";

export const uncoveredMarker: HouseRule = {
  id: "uncovered-marker",
  claim: "Every part of a document that has markers is covered by one",
  find: ({ document }) =>
    uncoveredIn(document).map(({ pointer, kind }) => ({
      pointer,
      message: `No marker covers this ${kind === "requestBody" ? "request body" : kind}: add x-spec or x-assumed`,
    })),
};
