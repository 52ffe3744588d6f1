import { rule } from "./support/rule.ts";
import { announcedAnew } from "../model/lifecycle.ts";

export const parameterSunsetChanged = rule({
  id: "parameter-sunset-changed",
  on: "parameter",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: ({ before, after }) =>
    "sunset" in (before as object) && !("sunset" in (after as object)) ? "request-parameter-sunset-deleted" : undefined,
  mirror: "parameter-sunset-changed",
  why: "The announcement of a change to come is another one.",
  compare(base, revision, report) {
    const announcements = announcedAnew(base.lifecycle, revision.lifecycle);
    if (!announcements) return;
    report({
      message: `What is said of the deprecation of parameter "${base.name}" (${base.in}) changed`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      ...announcements,
    });
  },
});
