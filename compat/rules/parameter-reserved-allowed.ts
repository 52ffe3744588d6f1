import { reservedBecame } from "./support/reserved.ts";
import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const parameterReservedAllowed = rule({
  id: "parameter-reserved-allowed",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  mirror: "parameter-reserved-refused",
  why: "Who encodes them, or reads what is encoded, goes on; such characters as they are may be new to a reader.",
  compare(base, revision, report) {
    reservedBecame(true, base, revision, `Parameter ${quoted(base.name)} (query)`).forEach(report);
  },
});
