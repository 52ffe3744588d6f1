import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minLengthIncreased = facetRule({
  id: "min-length-increased",
  facet: atLeast("Length"),
  effects: ["shrank"],
  mirror: "min-length-decreased",
  oasdiff: "{part}-min-length-increased",
  why: "Shorter texts that a provider took are refused; one that sends only longer ones breaks nobody.",
});
