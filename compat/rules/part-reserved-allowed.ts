import { reservedBecame } from "./support/reserved.ts";
import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const partReservedAllowed = rule({
  id: "part-reserved-allowed",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  mirror: "part-reserved-refused",
  why: "Who encodes them, or reads what is encoded, goes on; such characters as they are may be new to a reader.",
  compare(base, revision, report) {
    reservedBecame(true, base, revision, `Property ${quoted(base.name)} of the form`).forEach(report);
  },
});
