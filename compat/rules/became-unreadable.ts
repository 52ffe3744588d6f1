import { askWhetherPromised } from "./support/advice.ts";
import { type JsonSchema, unresolvedMark } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import { unreadableRemedy, quote, unreadableMessage } from "../model/wording.ts";

/** References in schemas only: `unresolved.ts` finds other parts that can no longer be read. */
export const becameUnreadable = rule({
  id: "became-unreadable",
  on: "schema",
  kind: "removed",
  verdict: "breaking",
  principle: "guarantee",
  advice: [askWhetherPromised],
  mirrorless: "A part that can be read again shows its content",
  why: "An unreadable part keeps no promise of the earlier contract, and could hide any change.",
  compare(base, revision, report) {
    if (!base.schemas.some(saysAnything)) return;
    for (const reference of revision.unresolved) {
      if (base.unresolved.includes(reference)) continue;
      report({
        message: unreadableMessage(`${quote(reference)} leads nowhere`),
        // One change, however many places have the reference.
        base: "",
        revision: revision.pointer,
        values: [reference],
        byName: "unshown",
        note: unreadableRemedy,
      });
    }
  },
});

function saysAnything(schema: JsonSchema): boolean {
  return schema !== true && Object.keys(schema).some((keyword) => keyword !== unresolvedMark);
}
