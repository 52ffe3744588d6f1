import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxItemsDecreased = facetRule({
  id: "max-items-decreased",
  facet: atMost("Items"),
  effects: ["shrank"],
  mirror: "max-items-increased",
  oasdiff: { added: "{part}-max-items-set", changed: "{part}-max-items-decreased" },
  why: "Longer lists that a provider took are refused; one that sends only shorter ones breaks nobody.",
});
