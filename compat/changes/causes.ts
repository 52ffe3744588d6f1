import { tokensOf } from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";

/** A change, and the pointers of its part in base and revision. */
interface PlacedChange {
  readonly change: Change;
  readonly at: readonly [base: string, revision: string];
}

/**
 * Adds the edited definition to each change, if the edit caused several: a reader corrects, announces or waives one edit
 * instead of many changes.
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

/** Component that contains a change, in the base if possible. For an added shape, the component of its union. */
function componentOf({ at: [base, revision] }: PlacedChange): string | undefined {
  return namedIn(base) ?? namedIn(revision);
}

function namedIn(pointer: string): string | undefined {
  const [components, section, name] = tokensOf(pointer);
  return components === "components" && section !== undefined && name !== undefined ? `${section}/${name}` : undefined;
}
