import { atLeast } from "./facets/bound.ts";
import { facetRule } from "./support/facet-rule.ts";

export const minPropertiesDecreased = facetRule({
  id: "min-properties-decreased",
  facet: atLeast("Properties"),
  effects: ["grew"],
  mirror: "min-properties-increased",
  oasdiff: { changed: "{part}-min-properties-decreased", removed: "{part}-min-properties-unset" },
  why: "A provider that takes less refuses nobody; one that sends less may leave who counts on it with nothing.",
});
