import type { Read } from "./reader.ts";
import { intersection } from "./types.ts";
import type { View } from "./view.ts";

/** Checks that no value matches both views, by their types, values and constants of properties. */
export function areDisjoint(one: View, other: View, ownLists?: Lists, otherLists?: Lists): boolean {
  if (intersection(one.types, other.types).length === 0) return true;
  const [values, others] = [getCompleteValues(one), getCompleteValues(other)];
  if (values !== undefined && others !== undefined && isDisjoint(values, others)) return true;
  return haveDisjointProperty(one, other, ownLists, otherLists);
}

/** Complete list of the values of a view. Undefined if there may be others. */
function getCompleteValues({ values, listsAll }: View): View["values"] {
  return listsAll ? values : undefined;
}

/** Listed values of properties, as JSON text, by property name. */
type Lists = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Checks that a required property has different values in the two views. */
function haveDisjointProperty(
  one: View,
  other: View,
  ownLists: Lists = new Map(),
  otherLists: Lists = new Map(),
): boolean {
  if (intersection(one.types, other.types).join() !== "object") return false;
  return [...ownLists].some(([name, values]) => {
    const others = otherLists.get(name);
    return others !== undefined && (one.required.has(name) || other.required.has(name)) && isDisjoint(values, others);
  });
}

/** Listed values of each property, computed on first use. */
export function createListLookup({ properties }: View, read: Read): () => Lists {
  let lists: Lists | undefined;
  return () =>
    (lists ??= new Map(
      [...properties].flatMap(([name, places]) => {
        const values = getCompleteValues(read(places));
        return values ? [[name, values] as const] : [];
      }),
    ));
}

function isDisjoint(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  return one.keys().every((text) => !other.has(text));
}
