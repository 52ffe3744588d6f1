import { rule } from "./support/rule.ts";
import { announcedAnew } from "../model/lifecycle.ts";

export const operationSunsetChanged = rule({
  id: "operation-sunset-changed",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: ({ before, after }) =>
    "sunset" in (before as object) && !("sunset" in (after as object)) ? "sunset-deleted" : undefined,
  mirror: "operation-sunset-changed",
  why: "The announcement of a change to come is another one.",
  compare(base, revision, report) {
    const announcements = announcedAnew(base.lifecycle, revision.lifecycle);
    if (!announcements) return;
    report({
      message: `What is said of the deprecation of operation "${base.name}" changed`,
      base: base.pointer,
      revision: revision.pointer,
      ...announcements,
    });
  },
});
