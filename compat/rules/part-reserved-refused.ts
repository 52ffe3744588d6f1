import { reservedBecame } from "./support/reserved.ts";
import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const partReservedRefused = rule({
  id: "part-reserved-refused",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  mirror: "part-reserved-allowed",
  why: "Consumers write characters that are reserved as they are, and another value is read.",
  compare(base, revision, report) {
    reservedBecame(false, base, revision, `Property ${quoted(base.name)} of the form`).forEach(report);
  },
});
