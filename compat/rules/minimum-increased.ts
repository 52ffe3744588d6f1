import { lowerLimit } from "./facets/bound.ts";
import { limitId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minimumIncreased = facetRule({
  id: "minimum-increased",
  facet: lowerLimit,
  effects: ["shrank"],
  mirror: "minimum-decreased",
  oasdiff: limitId("min", "increased"),
  why: "Numbers that a provider took are refused; one that sends fewer breaks nobody.",
});
