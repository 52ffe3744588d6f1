import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const tagAdded = rule({
  id: "tag-added",
  on: "operation",
  kind: "added",
  verdict: "non-breaking",
  oasdiff: "api-tag-added",
  mirror: "tag-removed",
  why: "It is not on the wire: documentation is grouped by it.",
  compare(base, revision, report) {
    for (const tag of revision.tags) {
      if (base.tags.includes(tag)) continue;
      report({
        message: `Tag ${quoted(tag)} was added`,
        base: base.pointer,
        revision: revision.pointer,
        values: [tag],
        after: tag,
      });
    }
  },
});
