import { fewestContained } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minContainsIncreased = facetRule({
  id: "min-contains-increased",
  facet: fewestContained,
  effects: ["shrank"],
  mirror: "min-contains-decreased",
  oasdiff: {
    added: "{part}-min-contains-increased",
    changed: "{part}-min-contains-increased",
    removed: "{part}-min-contains-increased",
  },
  why: "Lists that a provider took are refused; one that sends fewer kinds of lists breaks nobody.",
});
