import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxPropertiesDecreased = facetRule({
  id: "max-properties-decreased",
  facet: atMost("Properties"),
  effects: ["shrank"],
  mirror: "max-properties-increased",
  oasdiff: { added: "{part}-max-properties-set", changed: "{part}-max-properties-decreased" },
  why: "Larger objects that a provider took are refused; one that sends only smaller ones breaks nobody.",
});
