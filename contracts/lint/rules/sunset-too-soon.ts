import { isDate } from "../../model/lifecycle.ts";
import { object } from "../../model/nodes.ts";
import { join } from "../../model/pointer.ts";
import { policy } from "../../model/policy.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

export const sunsetTooSoon: LintRule = {
  id: "sunset-too-soon",
  claim: `What is deprecated goes on for ${policy.notice} months (§9.4), an operation for ${policy.support} months after its publication (§9.3)`,
  of: "marked",
  find({ document, operations }) {
    const faults: Fault[] = [];
    visitTree(document, "document", (node, _, pointer) => {
      const { date } = object(node["x-deprecated"]);
      const sunset = node["x-sunset"];
      if (isDate(date) && isDate(sunset) && sunset < monthsAfter(date, policy.notice))
        faults.push(fault(pointer, `${policy.notice} months after the deprecation of ${date} (§9.4)`));
    });
    for (const { pointer, published, sunset } of operations) {
      if (published && sunset !== undefined && sunset < monthsAfter(published.date, policy.support))
        faults.push(fault(pointer, `${policy.support} months after the publication of ${published.date} (§9.3)`));
    }
    return faults;
  },
};

function fault(pointer: string, earliest: string): Fault {
  return { pointer: join(pointer, "x-sunset"), message: `x-sunset may not come sooner than ${earliest}` };
}

/** The same day some months later; the month's last where it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
