import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const tagRemoved = rule({
  id: "tag-removed",
  on: "operation",
  kind: "removed",
  verdict: "non-breaking",
  oasdiff: "api-tag-removed",
  mirror: "tag-added",
  why: "It is not on the wire: documentation is grouped by it.",
  compare(base, revision, report) {
    for (const tag of base.tags) {
      if (revision.tags.includes(tag)) continue;
      report({
        message: `Tag ${quoted(tag)} was removed`,
        base: base.pointer,
        revision: revision.pointer,
        values: [tag],
        before: tag,
      });
    }
  },
});
