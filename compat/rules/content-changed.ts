import { content } from "./facets/texts.ts";
import { contentId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const contentChanged = facetRule({
  id: "content-changed",
  facet: content,
  effects: ["neither"],
  mirror: "content-changed",
  concern: "format",
  oasdiff: contentId("changed"),
  why: "Consumers encode and decode by what a text is said to hold.",
});
