import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxLengthIncreased = facetRule({
  id: "max-length-increased",
  facet: atMost("Length"),
  effects: ["grew"],
  mirror: "max-length-decreased",
  oasdiff: { changed: "{part}-max-length-increased", removed: "{part}-max-length-unset" },
  why: "A provider that takes more refuses nobody; one that sends more may overrun who made room for less.",
});
