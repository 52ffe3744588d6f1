import { mostContained } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxContainsIncreased = facetRule({
  id: "max-contains-increased",
  facet: mostContained,
  effects: ["grew"],
  mirror: "max-contains-decreased",
  oasdiff: {
    added: "{part}-max-contains-increased",
    changed: "{part}-max-contains-increased",
    removed: "{part}-max-contains-increased",
  },
  why: "A provider that takes more lists refuses nobody; one that sends them surprises who counts on what they contain.",
});
