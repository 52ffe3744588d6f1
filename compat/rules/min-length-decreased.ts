import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minLengthDecreased = facetRule({
  id: "min-length-decreased",
  facet: atLeast("Length"),
  effects: ["grew"],
  mirror: "min-length-increased",
  oasdiff: "{part}-min-length-decreased",
  why: "A provider that takes less refuses nobody; one that sends less may leave who counts on it with nothing.",
});
