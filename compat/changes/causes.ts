import { splitPointer } from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";
import type { Both } from "../model/pair.ts";

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
  const edits = Map.groupBy(placed, (one) => findChangedComponent(one));
  return placed.map((one) => {
    const component = findChangedComponent(one);
    const same = component === undefined ? [] : (edits.get(component) ?? []);
    if (component === undefined || same.length < 2) return one.change;
    const operations = new Set(same.flatMap(({ change }) => change.operations)).size;
    return { ...one.change, cause: { component, changes: same.length, operations } };
  });
}

/** Definition that contains a change, in the base if possible. For an added shape, the component of its union. */
function findChangedComponent({ at: [base, revision] }: PlacedChange): string | undefined {
  return nameDefinition(base) ?? nameDefinition(revision);
}

/** Checks for a change of what the document states once for all operations: its `servers` or its `security`. */
export function isOfWholeApi({ base, revision }: Both<string>): boolean {
  return [base, revision].some((pointer) => sharedMembers.has(nameDefinition(pointer) ?? ""));
}

const sharedMembers: ReadonlySet<string> = new Set(["servers", "security"]);

function nameDefinition(pointer: string): string | undefined {
  const [components, section, name] = splitPointer(pointer);
  if (components !== undefined && sharedMembers.has(components)) return components;
  if (components === "components" && section !== undefined && name !== undefined) return `${section}/${name}`;
  return undefined;
}
