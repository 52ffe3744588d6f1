import { additionalProperties } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const additionalPropertiesOpened = facetRule({
  id: "additional-properties-opened",
  facet: additionalProperties,
  effects: ["grew"],
  mirror: "additional-properties-closed",
  concern: "extra",
  why: "Consumers ignore fields that they do not know, and a provider that takes them refuses nobody.",
});
