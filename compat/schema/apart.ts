import type { Read } from "./reader.ts";
import { intersection } from "./types.ts";
import type { View } from "./view.ts";

/** Whether no value can have both shapes, as far as types and constants tell. */
export function areApart(one: View, other: View, mine?: Lists, its?: Lists): boolean {
  if (intersection(one.types, other.types).length === 0) return true;
  const [values, others] = [valuesIn(one), valuesIn(other)];
  if (values !== undefined && others !== undefined && isDisjoint(values, others)) return true;
  return haveMarks(one, other, mine, its);
}

/** The only values that there can be. */
function valuesIn({ values, listsAll }: View): View["values"] {
  return listsAll ? values : undefined;
}

/** The texts of the values that a property may have, by its name, where they are listed. */
type Lists = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Whether a property that has to be there has other values in the one shape than in the other. */
function haveMarks(one: View, other: View, mine: Lists = new Map(), its: Lists = new Map()): boolean {
  if (intersection(one.types, other.types).join() !== "object") return false;
  return [...mine].some(([name, values]) => {
    const others = its.get(name);
    return others !== undefined && (one.required.has(name) || other.required.has(name)) && isDisjoint(values, others);
  });
}

/** The values that each property of a view may have, read once. */
export function listsIn({ properties }: View, read: Read): () => Lists {
  let lists: Lists | undefined;
  return () =>
    (lists ??= new Map(
      [...properties].flatMap(([name, places]) => {
        const values = valuesIn(read(places));
        return values ? [[name, values] as const] : [];
      }),
    ));
}

function isDisjoint(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  return one.keys().every((text) => !other.has(text));
}
