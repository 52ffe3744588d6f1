import { atMost } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const maxItemsIncreased = facetRule({
  id: "max-items-increased",
  facet: atMost("Items"),
  effects: ["grew"],
  mirror: "max-items-decreased",
  oasdiff: { changed: "{part}-max-items-increased", removed: "{part}-max-items-unset" },
  why: "A provider that takes more refuses nobody; one that sends more may overrun who made room for less.",
});
