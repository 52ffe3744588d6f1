import { content } from "../facets/texts.ts";
import { facetRule } from "../rule-of-facet.ts";

export const contentChanged = facetRule({
  id: "content-changed",
  facet: content,
  effects: ["neither"],
  mirror: "content-changed",
  concern: "format",
  oasdiff: ({ base }) =>
    base.endsWith("/contentEncoding")
      ? "{part}-content-encoding-changed"
      : base.endsWith("/contentMediaType")
        ? "{part}-content-media-type-changed"
        : undefined,
  why: "Consumers encode and decode by what a text is said to hold.",
});
