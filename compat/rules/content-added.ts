import { content } from "./facets/texts.ts";
import { contentId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const contentAdded = facetRule({
  id: "content-added",
  facet: content,
  effects: ["shrank"],
  mirror: "content-removed",
  concern: "format",
  oasdiff: contentId("added"),
  why: "Texts that hold something else are refused; those that a provider sends are what they were.",
});
