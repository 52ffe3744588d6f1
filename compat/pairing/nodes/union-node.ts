import type { Both } from "../../model/pair.ts";
import { type JsonSchema, omitUndefined } from "../../../contracts/index.ts";
import type { Polarity, FindShape, UnionNode } from "./subjects.ts";
import { uniqueConstant } from "../../schema/branches.ts";
import { shapeSchema } from "../../schema/equality/shape-schema.ts";
import type { TaggedPairs } from "../../schema/tags.ts";
import type { View } from "../../schema/view.ts";

/** Most properties in the generated name of an anonymous shape. */
const MAX_NAMES = 3;

/** Shapes of one side that have no counterpart. */
interface UnpairedShapes extends Partial<Pick<UnionNode, "unresolved" | "isByName">> {
  readonly shapes: readonly View[];
  /** All shapes of the other side, paired or not. */
  readonly others: readonly View[];
  /** Additional constraints on the values of a shape, such as its discriminator value. */
  readonly tags?: ReadonlyMap<View, JsonSchema>;
}

/** Node of a union, or of a schema with subtypes, with the shapes that have no counterpart. */
export function unionNode(
  whole: View,
  polarity: Polarity,
  { shapes: unpaired, others, tags, unresolved = [], isByName = false }: UnpairedShapes,
): UnionNode {
  const discriminator = findDiscriminator(whole);
  const [written] = whole.parts.flatMap(({ unions }) => unions);
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    unresolved,
    isByName,
    ...(written && { keyword: written.keyword }),
    branches: unpaired.map((view) => {
      const { pointer, basis, schemas } = view;
      const mark = uniqueConstant(view, others);
      const name = shapeName(view);
      const schema = shapeSchema([...schemas, ...[tags?.get(view) ?? []].flat()]);
      return omitUndefined({ name, pointer, basis, schema, lacking: findLackingMembers(view, others), marker: mark });
    }),
    schemas: whole.schemas,
    ...(discriminator !== undefined && { discriminator }),
  };
}

/** Members that all objects of other shapes have, and those of a shape may lack. */
function findLackingMembers({ types, required }: View, others: readonly View[]): string[] {
  const [first, ...rest] = others.filter((other) => other.types.includes("object"));
  if (!first || !types.includes("object")) return [];
  return [...first.required.keys()].filter(
    (name) => !required.has(name) && rest.every((other) => other.required.has(name)),
  );
}

/** For each side, a lookup from a discriminator target to its shape. Paired and equivalent shapes get the same result. */
export function shapeLookups(
  { pairs, base, revision, parts }: TaggedPairs,
  keys: Both<ReadonlyMap<View, string>>,
): Both<FindShape> {
  const sharedKeys = new Map<string, string>();
  for (const [one, other] of pairs) {
    const [before, after] = [getViewKey("base", one), getViewKey("revision", other)];
    sharedKeys.set(after, sharedKeys.get(after) ?? sharedKeys.get(before) ?? before);
    sharedKeys.set(before, sharedKeys.get(after) ?? before);
  }
  const both = {
    base: [...pairs.map(([one]) => one), ...base],
    revision: [...pairs.map(([, one]) => one), ...revision],
  };
  return { base: createShapeLookup("base"), revision: createShapeLookup("revision") };

  function getViewKey(side: "base" | "revision", view: View): string {
    return keys[side].get(view) ?? view.key;
  }

  function createShapeLookup(side: "base" | "revision"): FindShape {
    const byName = Map.groupBy(both[side], discriminatedName);
    return (pointer, value) => {
      const views = byName.get(pointer) ?? [];
      const part = views.find((one) => parts.get(one)?.has(JSON.stringify(value)));
      const [view, another] = part ? [part] : views.filter((one) => !parts.has(one));
      const key = view && !another ? getViewKey(side, view) : undefined;
      if (key === undefined) return undefined;
      return sharedKeys.get(key) ?? key;
    };
  }
}

/** Pointer by which a discriminator refers to a shape. */
export function discriminatedName({ named, origin }: View): string {
  return named ?? origin;
}

/** Name of the schema component at a pointer; undefined for other pointers. */
export function componentName(pointer: string): string | undefined {
  return /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

/** Entries of the discriminator mappings of a schema. */
export function listMappingEntries({ parts }: View): [value: string, target: unknown][] {
  const mappings = parts.map(({ schema }) => (schema["discriminator"] as { mapping?: unknown } | undefined)?.mapping);
  return mappings.flatMap((mapping) => Object.entries((mapping ?? {}) as Readonly<Record<string, unknown>>));
}

/** Property name of the discriminator of a schema. */
export function findDiscriminator({ parts }: View): string | undefined {
  for (const { schema } of parts) {
    const discriminator = schema["discriminator"] as { propertyName?: unknown } | undefined;
    if (typeof discriminator?.propertyName === "string") return discriminator.propertyName;
  }
  return undefined;
}

/** Property names of the discriminators of both sides, without repetition. */
export function listDiscriminators({ base, revision }: Both<View>): string[] {
  return [...new Set([findDiscriminator(base), findDiscriminator(revision)])].filter((name) => name !== undefined);
}

/** Name of a shape: its component, else its title, else its property names, else its types. */
function shapeName({ origin, parts, properties, types }: View): string {
  const component = componentName(origin);
  if (component !== undefined) return component;
  const title = parts.map(({ schema }) => schema["title"]).find((one) => typeof one === "string");
  if (title !== undefined) return title as string;
  // The name is part of ids of changes, so it must not depend on the order of properties.
  const names = [...properties.keys()].toSorted();
  if (names.length === 0) {
    if (types.length > 5) return "anything";
    return types.join(" or ");
  }
  return `{ ${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? ", …" : ""} }`;
}
