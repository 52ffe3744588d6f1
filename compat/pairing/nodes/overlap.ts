import type { JsonObject } from "../../../contracts/index.ts";
import type { OverlapNode, Polarity } from "./subjects.ts";
import { type Alternatives, unresolvedOf } from "../../schema/alternatives.ts";
import { areApart, listsIn } from "../../schema/apart.ts";
import type { Digest } from "../../schema/equality/digest.ts";
import { unnamedOf } from "../../schema/members.ts";
import { namingOf } from "../../schema/bounds/naming.ts";
import type { Read } from "../../schema/reader.ts";
import type { View } from "../../schema/view.ts";

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
  const wantsOne = alternatives.isExclusive;
  const shapes = views.map((view) => ({
    schemas: view.schemas,
    values: [...(view.values?.values() ?? [])],
    names: [...view.properties.keys(), ...view.required.keys()],
    needs: [...view.required.keys()],
    invites: (name: string) => unnamedOf(view.parts, name).some(({ schema }) => schema !== false),
    key: () => keyOf(view),
  }));
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    unresolved: unresolvedOf(whole, alternatives),
    schemas: whole.schemas,
    shapes,
    isExclusive: wantsOne && !alternatives.isChoice,
    overlaps(beside) {
      if (!wantsOne) return [];
      const known = Map.groupBy(beside.isExclusive ? beside.shapes : [], ({ key }) => key());
      const keys = shapes.map(({ key }) => key());
      const isNew = (one = "", other = ""): boolean =>
        !known.has(one) || (known.get(other)?.length ?? 0) < (one === other ? 2 : 1);
      const isNamed = namingOf(beside.shapes);
      const isMet = shapes.map(({ needs }) => needs.every(isNamed));
      const lists = views.map((view) => listsIn(view, read));
      const pairs: (readonly [(typeof shapes)[number], (typeof shapes)[number]])[] = [];
      let held = 0;
      for (const [index, one] of shapes.entries()) {
        for (let next = index + 1; next < shapes.length && held < MOST_HELD && pairs.length < MOST_PAIRS; next++) {
          held += 1;
          const other = shapes[next];
          if (!other || !isNew(keys[index], keys[next]) || !isMet[index] || !isMet[next]) continue;
          const [mine, its] = [views[index], views[next]] as [View, View];
          if (!areApart(mine, its, lists[index]?.(), lists[next]?.())) pairs.push([one, other]);
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

/** What leads to other schemas, of which the parts and the members tell. */
const leading = new Set(["$ref", "allOf", "oneOf", "anyOf", "properties", "patternProperties"]);

function withoutInner(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !leading.has(keyword)));
}
