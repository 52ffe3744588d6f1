import { mostContained } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxContainsDecreased = facetRule({
  id: "max-contains-decreased",
  facet: mostContained,
  effects: ["shrank"],
  mirror: "max-contains-increased",
  oasdiff: {
    added: "{part}-max-contains-decreased",
    changed: "{part}-max-contains-decreased",
    removed: "{part}-max-contains-decreased",
  },
  why: "Lists that a provider took are refused; one that sends fewer kinds of lists breaks nobody.",
});
