import { counted } from "../model/counted.ts";

/** Number of leftovers that are named for one reason. */
const MOST_NAMED = 3;

/** Notes on items that could not be removed, grouped by reason, because one run can have hundreds of them. */
export function leftoverNotes(leftovers: readonly string[]): readonly string[] {
  const groups = Map.groupBy(leftovers.map(partsOf), ({ reason }) => reason);
  return [...groups].flatMap(([reason, all]) => {
    const some = all.slice(0, MOST_NAMED).map(({ name }) => name);
    if (all.length <= MOST_NAMED) return some.map((name) => `Could not be removed: ${name}: ${reason}`);
    return `Could not be removed: ${counted(all.length, "thing")}, of which --report json:FILE names all (${reason}), such as ${some.join(", ")}`;
  });
}

/** "POST /notes made /notes/n1: it was answered 403". */
function partsOf(leftover: string): { readonly name: string; readonly reason: string } {
  const at = leftover.indexOf(": ");
  return { name: leftover.slice(0, at), reason: leftover.slice(at + 2) };
}
