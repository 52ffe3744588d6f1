import { rule } from "../rule.ts";
import { acceptsMediaType } from "../media-types.ts";

export const mediaTypeAdded = rule({
  id: "media-type-added",
  on: "content",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  oasdiff: ["{side}-media-type-added", "{side}-body-media-type-added"],
  mirror: "media-type-removed",
  why: "Requests of the earlier contract send and ask for what they did.",
  compare(base, revision, report) {
    for (const [type, { pointer }] of revision.types) {
      if (acceptsMediaType(base.types.keys(), type)) continue;
      report({
        message: `Media type "${type}" was added`,
        step: "body",
        base: base.pointer,
        revision: pointer,
        values: [type],
      });
    }
  },
});
