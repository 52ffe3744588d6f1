import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minItemsDecreased = facetRule({
  id: "min-items-decreased",
  facet: atLeast("Items"),
  effects: ["grew"],
  mirror: "min-items-increased",
  oasdiff: "{part}-min-items-decreased",
  why: "A provider that takes less refuses nobody; one that sends less may leave who counts on it with nothing.",
});
