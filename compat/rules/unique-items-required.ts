import { uniqueItems } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const uniqueItemsRequired = facetRule({
  id: "unique-items-required",
  facet: uniqueItems,
  effects: ["shrank"],
  mirror: "unique-items-dropped",
  why: "Lists with a value twice are refused; a provider that sends none breaks nobody.",
});
