import { reservedBecame } from "./support/reserved.ts";
import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const parameterReservedRefused = rule({
  id: "parameter-reserved-refused",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  mirror: "parameter-reserved-allowed",
  why: "Consumers write characters that are reserved as they are, and another value is read.",
  compare(base, revision, report) {
    reservedBecame(false, base, revision, `Parameter ${quoted(base.name)} (query)`).forEach(report);
  },
});
