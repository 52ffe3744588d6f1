import { rule } from "../rule.ts";
import { announced } from "../lifecycle.ts";

export const operationSunsetChanged = rule({
  id: "operation-sunset-changed",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  section: "9.4",
  oasdiff: ({ before, after }) =>
    "sunset" in (before as object) && !("sunset" in (after as object)) ? "sunset-deleted" : undefined,
  mirror: "operation-sunset-changed",
  why: "The announcement of a change to come is another one.",
  compare(base, revision, report) {
    const [before, after] = [announced(base.lifecycle), announced(revision.lifecycle)];
    const isDeprecated = base.lifecycle.deprecated && revision.lifecycle.deprecated;
    if (!isDeprecated || JSON.stringify(before) === JSON.stringify(after)) return;
    report({
      message: `What is said of the deprecation of operation "${base.name}" changed`,
      base: base.pointer,
      revision: revision.pointer,
      before,
      after,
      values: [before, after],
    });
  },
});
