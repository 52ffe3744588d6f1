import type { Both } from "../../model/pair.ts";
import type { JsonSchema } from "../../../contracts/index.ts";
import type { Polarity, ShapeAt, UnionNode } from "./subjects.ts";
import { markAmong } from "../../schema/branches.ts";
import { shapeSchema } from "../../schema/equality/shape-schema.ts";
import type { TaggedPairs } from "../../schema/tags.ts";
import type { View } from "../../schema/view.ts";

/** How many properties name a shape that has no name. */
const MOST_NAMES = 3;

/** What is left of the shapes of a side. */
interface Left extends Partial<Pick<UnionNode, "unresolved" | "isByName">> {
  readonly left: readonly View[];
  /** All shapes of the other side. */
  readonly others: readonly View[];
  /** What else holds of values of a shape. */
  readonly tags?: ReadonlyMap<View, JsonSchema>;
}

/** A union, or what stands for one, with those of its shapes that belong to none of the other side. */
export function unionNode(
  whole: View,
  polarity: Polarity,
  { left, others, tags, unresolved = [], isByName = false }: Left,
): UnionNode {
  const discriminator = discriminatorOf(whole);
  const [written] = whole.parts.flatMap(({ unions }) => unions);
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    unresolved,
    isByName,
    ...(written && { keyword: written.keyword }),
    branches: left.map((view) => {
      const { pointer, basis, schemas } = view;
      const mark = markAmong(view, others);
      const name = nameOf(view);
      const schema = shapeSchema([...schemas, ...[tags?.get(view) ?? []].flat()]);
      return { name, pointer, basis, schema, ...(mark && { mark }) };
    }),
    schemas: whole.schemas,
    ...(discriminator !== undefined && { discriminator }),
  };
}

/** Which shape a value means, for each side: shapes that were paired, or say the same, are the same one. */
export function shapesOf(
  { pairs, base, revision, parts }: TaggedPairs,
  keys: Both<ReadonlyMap<View, string>>,
): Both<ShapeAt> {
  const called = new Map<string, string>();
  for (const [one, other] of pairs) {
    const [before, after] = [keyIn("base", one), keyIn("revision", other)];
    called.set(after, called.get(after) ?? called.get(before) ?? before);
    called.set(before, called.get(after) ?? before);
  }
  const both = {
    base: [...pairs.map(([one]) => one), ...base],
    revision: [...pairs.map(([, one]) => one), ...revision],
  };
  return { base: shapeAt("base"), revision: shapeAt("revision") };

  function keyIn(side: "base" | "revision", view: View): string {
    return keys[side].get(view) ?? view.key;
  }

  function shapeAt(side: "base" | "revision"): ShapeAt {
    const byName = Map.groupBy(both[side], calledOf);
    return (pointer, value) => {
      const views = byName.get(pointer) ?? [];
      const part = views.find((one) => parts.get(one)?.has(JSON.stringify(value)));
      const [view, another] = part ? [part] : views.filter((one) => !parts.has(one));
      const key = view && !another ? keyIn(side, view) : undefined;
      return key === undefined ? undefined : (called.get(key) ?? key);
    };
  }
}

/** What a discriminator calls a shape by. */
export function calledOf({ named, origin }: View): string {
  return named ?? origin;
}

/** What the component at a pointer is called; undefined where none stands there. */
export function componentName(pointer: string): string | undefined {
  return /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

/** Which value of its discriminator a schema maps to what. */
export function mappingOf({ parts }: View): [value: string, target: unknown][] {
  const mappings = parts.map(({ schema }) => (schema["discriminator"] as { mapping?: unknown } | undefined)?.mapping);
  return mappings.flatMap((mapping) => Object.entries((mapping ?? {}) as Readonly<Record<string, unknown>>));
}

/** The property whose value tells the shapes of a schema apart. */
export function discriminatorOf({ parts }: View): string | undefined {
  for (const { schema } of parts) {
    const discriminator = schema["discriminator"] as { propertyName?: unknown } | undefined;
    if (typeof discriminator?.propertyName === "string") return discriminator.propertyName;
  }
  return undefined;
}

/** The properties by which discriminators tell shapes apart: one, or another one on each side. */
export function discriminatorsOf({ base, revision }: Both<View>): string[] {
  return [...new Set([discriminatorOf(base), discriminatorOf(revision)])].filter((name) => name !== undefined);
}

/** A component's name, or else what tells a shape from others: its title, the names of its properties, its types. */
function nameOf({ origin, parts, properties, types }: View): string {
  const component = componentName(origin);
  if (component !== undefined) return component;
  const title = parts.map(({ schema }) => schema["title"]).find((said) => typeof said === "string");
  if (title !== undefined) return title as string;
  // Ids are made of it: the order of the document chooses nothing.
  const names = [...properties.keys()].toSorted();
  if (names.length === 0) return types.length > 5 ? "anything" : types.join(" or ");
  return `{ ${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? ", …" : ""} }`;
}
