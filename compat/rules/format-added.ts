import { format } from "./facets/texts.ts";
import { facetRule } from "./support/facet-rule.ts";

export const formatAdded = facetRule({
  id: "format-added",
  facet: format,
  effects: ["shrank"],
  mirror: "format-removed",
  concern: "format",
  oasdiff: (_, part) =>
    part.startsWith("response") || part === "request-parameter-property"
      ? "{part}-type-specialized"
      : "{part}-type-changed",
  why: "Texts of another form are refused; those that a provider sends are what they were.",
});
