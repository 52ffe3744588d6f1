import { upperLimit } from "./facets/bound.ts";
import { limitId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maximumIncreased = facetRule({
  id: "maximum-increased",
  facet: upperLimit,
  effects: ["grew"],
  mirror: "maximum-decreased",
  oasdiff: limitId("max", "increased"),
  why: "A provider that takes more numbers refuses nobody; one that sends them may overrun who made room for less.",
});
