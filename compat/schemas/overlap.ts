import type { JsonObject } from "../../contracts/index.ts";
import type { OverlapNode, Polarity } from "../subjects.ts";
import { type Alternatives, unresolvedOf } from "./alternatives.ts";
import type { Part } from "./parts.ts";
import type { Digest } from "./digest.ts";
import type { Read } from "./reader.ts";
import { intersection } from "./types.ts";
import type { View } from "./view.ts";

/** How many pairs of shapes are found, of how many that are held against each other. */
const MOST_PAIRS = 6;
const MOST_HELD = 5_000;

/** A schema as the shapes that a value of it may have, and whether it may have one of them only. */
export function overlapNode(
  whole: View,
  alternatives: Alternatives,
  { polarity, read, digest }: { readonly polarity: Polarity; readonly read: Read; readonly digest: Digest },
): OverlapNode {
  const views = alternatives.unfolded;
  const wantsOne = whole.parts.some(isExclusive);
  const shapes = views.map((view) => ({
    schemas: view.schemas,
    names: [...view.properties.keys(), ...view.required.keys()],
    needs: [...view.required.keys()],
    key: () => keyOf(view),
  }));
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    unresolved: unresolvedOf(whole, alternatives),
    schemas: whole.schemas,
    shapes,
    isExclusive: wantsOne,
    overlaps(beside) {
      if (!wantsOne) return [];
      const known = beside.isExclusive ? new Set(beside.shapes.map(({ key }) => key())) : new Set();
      const isNew = shapes.map(({ key }) => !known.has(key()));
      const named = new Set(beside.shapes.flatMap(({ names }) => names));
      const isMet = shapes.map(({ needs }) => needs.every((name) => named.has(name)));
      const lists = views.map((view) => listsIn(view, read));
      const pairs: (readonly [(typeof shapes)[number], (typeof shapes)[number]])[] = [];
      let held = 0;
      for (const [index, one] of shapes.entries()) {
        for (let next = index + 1; next < shapes.length && held < MOST_HELD && pairs.length < MOST_PAIRS; next++) {
          held += 1;
          const other = shapes[next];
          if (!other || !(isNew[index] || isNew[next]) || !isMet[index] || !isMet[next]) continue;
          const [mine, its] = [views[index], views[next]] as [View, View];
          if (!areApart(mine, its) && !haveMarks(mine, its, lists[index]?.(), lists[next]?.()))
            pairs.push([one, other]);
        }
      }
      return pairs;
    },
  };

  /** What tells a shape from others: what it says of a value itself, and of members that hold no others. */
  function keyOf({ parts, types, properties }: View): string {
    const own = parts.map(({ schema }) => digest(withoutInner(schema)));
    const members = [...properties].map(([name, places]) => {
      const holdsOthers = read(places).types.some((type) => type === "object" || type === "array");
      return [name, holdsOthers ? "" : places.map(({ schema }) => digest(schema))];
    });
    return JSON.stringify([types, own.toSorted(), members.toSorted()]);
  }
}

/** A discriminator tells which shape is meant, however many fit. */
function isExclusive({ schema, unions }: Part): boolean {
  return schema["discriminator"] === undefined && unions.some(({ keyword }) => keyword === "oneOf");
}

/** Whether no value can have both shapes, as far as types and constants tell. */
function areApart(one: View, other: View): boolean {
  if (intersection(one.types, other.types).length === 0) return true;
  const [mine, its] = [valuesIn(one), valuesIn(other)];
  return mine !== undefined && its !== undefined && isDisjoint(mine, its);
}

/** The only values that there can be; a list that may grow refuses none. */
function valuesIn({ values, valuesAt }: View): View["values"] {
  return valuesAt.endsWith("/x-extensible-enum") ? undefined : values;
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

function listsIn({ properties }: View, read: Read): () => Lists {
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

/** What leads to other schemas, of which the parts and the members tell. */
const leading = new Set(["$ref", "allOf", "oneOf", "anyOf", "properties", "patternProperties"]);

function withoutInner(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !leading.has(keyword)));
}
