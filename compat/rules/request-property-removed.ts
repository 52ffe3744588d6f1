import { reportRemovedProperties } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";

export const requestPropertyRemoved = rule({
  id: "request-property-removed",
  on: "requestSchema",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "property",
  oasdiff: "{part}-removed",
  mirror: "request-property-added",
  why: "A field of a request body is a request parameter: consumers send it and rely on its effect.",
  compare: reportRemovedProperties,
});
