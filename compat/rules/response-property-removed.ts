import { reportRemovedProperties } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";

export const responsePropertyRemoved = rule({
  id: "response-property-removed",
  on: "responseSchema",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "property",
  oasdiff: ({ before }) => {
    if ((before as { required?: boolean } | undefined)?.required)
      return ["{side}-required-property-removed", "{part}-removed"];
    return ["{side}-optional-property-removed", "{part}-removed"];
  },
  mirror: "response-property-added",
  why: "Consumers may read every property the earlier contract promised.",
  compare: reportRemovedProperties,
});
