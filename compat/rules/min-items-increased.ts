import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minItemsIncreased = facetRule({
  id: "min-items-increased",
  facet: atLeast("Items"),
  effects: ["shrank"],
  mirror: "min-items-decreased",
  oasdiff: "{part}-min-items-increased",
  why: "Shorter lists that a provider took are refused; one that sends only longer ones breaks nobody.",
});
