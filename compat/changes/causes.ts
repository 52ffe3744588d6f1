import { tokensOf } from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";

/** A change, and the pointers at which base and revision write what it is about. */
interface PlacedChange {
  readonly change: Change;
  readonly at: readonly [base: string, revision: string];
}

/**
 * Names the definition that was edited with each change that is not the only one of that edit: a reader mends, announces
 * or waives one edit and not so many changes.
 */
export function withCauses(placed: readonly PlacedChange[]): readonly Change[] {
  const edits = Map.groupBy(placed, (one) => componentOf(one));
  return placed.map((one) => {
    const component = componentOf(one);
    const same = component === undefined ? [] : (edits.get(component) ?? []);
    if (component === undefined || same.length < 2) return one.change;
    const operations = new Set(same.flatMap(({ change }) => change.operations)).size;
    return { ...one.change, cause: { component, changes: same.length, operations } };
  });
}

/** The component that a change is written in: that of the base, where consumers know it; a new shape is one of its union. */
function componentOf({ at: [base, revision] }: PlacedChange): string | undefined {
  return namedIn(base) ?? namedIn(revision);
}

function namedIn(pointer: string): string | undefined {
  const [components, section, name] = tokensOf(pointer);
  return components === "components" && section !== undefined && name !== undefined ? `${section}/${name}` : undefined;
}
