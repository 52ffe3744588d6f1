import { fewestContained } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minContainsDecreased = facetRule({
  id: "min-contains-decreased",
  facet: fewestContained,
  effects: ["grew"],
  mirror: "min-contains-increased",
  oasdiff: {
    added: "{part}-min-contains-decreased",
    changed: "{part}-min-contains-decreased",
    removed: "{part}-min-contains-decreased",
  },
  why: "A provider that takes more lists refuses nobody; one that sends them surprises who counts on what they contain.",
});
