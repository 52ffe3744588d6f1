import { dependentRequired } from "./facets/needed.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentRequiredTightened = facetRule({
  id: "dependent-required-tightened",
  facet: dependentRequired,
  effects: ["shrank"],
  mirror: "dependent-required-relaxed",
  oasdiff: { added: "{part}-dependent-required-added", changed: "{part}-dependent-required-changed" },
  why: "Requests with the one field and without the other are refused.",
});
