import { format } from "./facets/texts.ts";
import { facetRule } from "./support/facet-rule.ts";

export const formatChanged = facetRule({
  id: "format-changed",
  facet: format,
  effects: ["neither"],
  mirror: "format-changed",
  concern: "format",
  oasdiff: "{part}-type-changed",
  why: "Consumers write and read values of the format that the earlier contract gave.",
});
