import { additionalProperties } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const additionalPropertiesClosed = facetRule({
  id: "additional-properties-closed",
  facet: additionalProperties,
  effects: ["shrank"],
  mirror: "additional-properties-opened",
  concern: "extra",
  why: "Fields that are not named are refused; a provider that sends none breaks nobody.",
});
