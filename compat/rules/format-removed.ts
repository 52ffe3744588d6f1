import { format } from "./facets/texts.ts";
import { facetRule } from "./support/facet-rule.ts";

export const formatRemoved = facetRule({
  id: "format-removed",
  facet: format,
  effects: ["grew"],
  mirror: "format-added",
  concern: "format",
  oasdiff: "{part}-type-generalized",
  why: "Consumers parse what they are sent by its format.",
});
