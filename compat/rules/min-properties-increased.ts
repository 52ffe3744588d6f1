import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minPropertiesIncreased = facetRule({
  id: "min-properties-increased",
  facet: atLeast("Properties"),
  effects: ["shrank"],
  mirror: "min-properties-decreased",
  oasdiff: { added: "{part}-min-properties-set", changed: "{part}-min-properties-increased" },
  why: "Smaller objects that a provider took are refused; one that sends only larger ones breaks nobody.",
});
