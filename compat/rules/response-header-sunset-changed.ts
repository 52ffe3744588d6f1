import { announcedAnew } from "../model/lifecycle.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quoted } from "../model/wording.ts";

export const responseHeaderSunsetChanged = rule({
  id: "response-header-sunset-changed",
  on: "headers",
  kind: "changed",
  verdict: "non-breaking",
  mirror: "response-header-sunset-changed",
  why: "The announcement of a change to come is another one.",
  compare(base, revision, report) {
    for (const [key, { lifecycle, pointer, basis, name }] of base.headers) {
      const other = revision.headers.get(key);
      const announcements = other && announcedAnew(lifecycle, other.lifecycle);
      if (!announcements) continue;
      report({
        message: `What is said of the deprecation of header ${quoted(name)} changed`,
        step: `header${propertyStep(name)}`,
        base: pointer,
        revision: other.pointer,
        basis,
        ...announcements,
      });
    }
  },
});
