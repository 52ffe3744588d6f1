import { upperLimit } from "./facets/bound.ts";
import { limitId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maximumDecreased = facetRule({
  id: "maximum-decreased",
  facet: upperLimit,
  effects: ["shrank"],
  mirror: "maximum-increased",
  oasdiff: limitId("max", "decreased"),
  why: "Numbers that a provider took are refused; one that sends fewer breaks nobody.",
});
