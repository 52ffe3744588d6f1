import { content } from "./facets/texts.ts";
import { contentId } from "./support/oasdiff.ts";
import { facetRule } from "./support/facet-rule.ts";

export const contentRemoved = facetRule({
  id: "content-removed",
  facet: content,
  effects: ["grew"],
  mirror: "content-added",
  concern: "format",
  oasdiff: contentId("removed"),
  why: "Consumers decode what they are sent by what it is said to hold.",
});
