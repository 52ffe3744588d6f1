import { rule } from "./support/rule.ts";
import { announcedAnew } from "../model/lifecycle.ts";

export const propertySunsetChanged = rule({
  id: "property-sunset-changed",
  on: "schema",
  kind: "changed",
  verdict: "non-breaking",
  mirror: "property-sunset-changed",
  why: "The announcement of a change to come is another one.",
  compare(base, revision, report) {
    const announcements = announcedAnew(base.lifecycle, revision.lifecycle);
    if (!announcements) return;
    report({
      message: (part) => `What is said of the deprecation of ${part} changed`,
      base: base.pointer,
      revision: revision.pointer,
      ...announcements,
    });
  },
});
