import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxLengthDecreased = facetRule({
  id: "max-length-decreased",
  facet: atMost("Length"),
  effects: ["shrank"],
  mirror: "max-length-increased",
  oasdiff: { added: "{part}-max-length-set", changed: "{part}-max-length-decreased" },
  why: "Longer texts that a provider took are refused; one that sends only shorter ones breaks nobody.",
});
