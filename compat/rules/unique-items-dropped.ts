import { uniqueItems } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const uniqueItemsDropped = facetRule({
  id: "unique-items-dropped",
  facet: uniqueItems,
  effects: ["grew"],
  mirror: "unique-items-required",
  why: "A provider that takes a value twice refuses nobody; one that sends it twice surprises who counts on it being there once.",
});
