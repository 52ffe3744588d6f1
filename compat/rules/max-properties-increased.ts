import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxPropertiesIncreased = facetRule({
  id: "max-properties-increased",
  facet: atMost("Properties"),
  effects: ["grew"],
  mirror: "max-properties-decreased",
  oasdiff: { changed: "{part}-max-properties-increased", removed: "{part}-max-properties-unset" },
  why: "A provider that takes more refuses nobody; one that sends more may overrun who made room for less.",
});
