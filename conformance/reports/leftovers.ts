import type { Report } from "../findings/report.ts";
import { counted } from "../model/counted.ts";

/** Items and changes that a run could not undo, by operation and reason, because one run can leave hundreds of items. */
export function leftoverNotes({
  leftovers,
  leftoverCounts,
}: Pick<Report, "leftovers" | "leftoverCounts">): readonly string[] {
  // Reports of older versions have no counts.
  if (leftoverCounts === undefined) return leftovers.map((each) => `Left behind: ${each}`);
  return leftoverCounts.map(({ operation, effect, reason, count, paths }) => {
    const some = paths.join(", ");
    const named = some === "" ? "" : count > paths.length ? `, such as ${some}` : `, ${some}`;
    if (effect === "unknown") return `Left behind: ${operation} was accepted ${counted(count, "time")}: ${reason}`;
    if (effect === "possible")
      return `Possibly left behind: ${operation}${named}, after ${counted(count, "request")}: ${reason}`;
    return `Left behind: ${operation} ${effect} ${counted(count, "item")}${named}: ${reason}`;
  });
}
