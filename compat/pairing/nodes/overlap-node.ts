import type { JsonObject } from "../../../contracts/index.ts";
import type { OverlapNode, Polarity, ShapeNode } from "./subjects.ts";
import { type Alternatives, collectUnresolved } from "../../schema/alternatives.ts";
import { areDisjoint, createListLookup } from "../../schema/are-disjoint.ts";
import type { Digest } from "../../schema/equality/digest.ts";
import { listUnnamedPlaces } from "../../schema/members.ts";
import { createNamingTest } from "../../schema/bounds/naming.ts";
import type { Read } from "../../schema/reader.ts";
import type { View } from "../../schema/view.ts";

/** Most overlapping pairs that are reported, and most pairs that are compared. */
const MAX_PAIRS = 6;
const MAX_COMPARED = 5_000;

/** Node of a union: its shapes, and the pairs of shapes that `oneOf` makes exclusive although one value can match both. */
export function overlapNode(
  whole: View,
  alternatives: Alternatives,
  { polarity, read, digest }: { readonly polarity: Polarity; readonly read: Read; readonly digest: Digest },
): OverlapNode {
  const views = alternatives.expandedViews;
  const isOneOf = alternatives.isExclusive;
  const shapes = views.map((view): ShapeNode => ({
    schemas: view.schemas,
    values: [...(view.values?.values() ?? [])],
    names: [...view.properties.keys(), ...view.required.keys()],
    requiredNames: [...view.required.keys()],
    describesName: (name: string) => listUnnamedPlaces(view.parts, name).some(({ schema }) => schema !== false),
    key: () => shapeKey(view),
    isRepeated: alternatives.repeated.has(view.key),
  }));
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    unresolved: collectUnresolved(whole, alternatives),
    schemas: whole.schemas,
    shapes,
    isExclusive: isOneOf && !alternatives.isChoice,
    overlaps(otherSide) {
      if (!isOneOf) return [];
      const known = Map.groupBy(otherSide.isExclusive ? otherSide.shapes : [], ({ key }) => key());
      const keys = shapes.map(({ key }) => key());
      const isAddedOverlap = (one = "", other = ""): boolean =>
        !known.has(one) || (known.get(other)?.length ?? 0) < (one === other ? 2 : 1);
      const isNamed = createNamingTest(otherSide.shapes);
      const isMet = shapes.map(({ requiredNames }) => requiredNames.every(isNamed));
      const lists = views.map((view) => createListLookup(view, read));
      const isRepeated = ({ isRepeated: isTwice, key }: ShapeNode): boolean =>
        isTwice && known.get(key())?.some((other) => other.isRepeated) !== true;
      const pairs = shapes.filter(isRepeated).map((shape): readonly [ShapeNode, ShapeNode] => [shape, shape]);
      let compared = 0;
      for (const [index, one] of shapes.entries()) {
        for (
          let next = index + 1;
          next < shapes.length && compared < MAX_COMPARED && pairs.length < MAX_PAIRS;
          next++
        ) {
          compared += 1;
          const other = shapes[next];
          if (!other || !isAddedOverlap(keys[index], keys[next]) || !isMet[index] || !isMet[next]) continue;
          const [first, second] = [views[index], views[next]] as [View, View];
          if (!areDisjoint(first, second, lists[index]?.(), lists[next]?.())) pairs.push([one, other]);
        }
      }
      return pairs;
    },
  };

  /** Key of a shape: its own keywords, and those of its scalar members. */
  function shapeKey({ parts, types, properties }: View): string {
    const keywords = parts.map(({ schema }) => digest(ownConstraints(schema)));
    const members = [...properties].map(([name, places]) => {
      const holdsOthers = read(places).types.some((type) => type === "object" || type === "array");
      return [name, holdsOthers ? "" : places.map(({ schema }) => digest(schema))];
    });
    return JSON.stringify([types, keywords.toSorted(), members.toSorted()]);
  }
}

/** Keywords that contain or refer to other schemas; parts and members of a view include those already. */
const nestingKeywords = new Set(["$ref", "allOf", "oneOf", "anyOf", "properties", "patternProperties"]);

function ownConstraints(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !nestingKeywords.has(keyword)));
}
