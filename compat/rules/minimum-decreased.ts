import { lowerLimit } from "./facets/bound.ts";
import { limitId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minimumDecreased = facetRule({
  id: "minimum-decreased",
  facet: lowerLimit,
  effects: ["grew"],
  mirror: "minimum-increased",
  oasdiff: limitId("min", "decreased"),
  why: "A provider that takes more numbers refuses nobody; one that sends them may overrun who made room for less.",
});
