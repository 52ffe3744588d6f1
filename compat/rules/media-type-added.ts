import { rule } from "./support/rule.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";

export const mediaTypeAdded = rule({
  id: "media-type-added",
  on: "content",
  kind: "added",
  verdict: "dangerous",
  principle: "addition",
  part: "media-type",
  oasdiff: ["{side}-media-type-added", "{side}-body-media-type-added"],
  mirror: "media-type-removed",
  why: "Earlier requests keep their media types. A receiver that responded to a webhook without a body may have to send one.",
  compare(base, revision, report) {
    // Receivers that responded to a webhook without a body may now have to send one.
    const isFirst = base.polarity === "in" && base.types.size === 0;
    for (const [type, { pointer }] of revision.types) {
      if (acceptsMediaType(base.types.keys(), type)) continue;
      report({
        message: `Media type "${type}" was added`,
        step: "body",
        base: base.pointer,
        revision: pointer,
        values: [type],
        verdict: isFirst ? "dangerous" : "non-breaking",
      });
    }
  },
});
