import { mentionsMember } from "./mentions-member.ts";
import { lifecycleOfView } from "./read-lifecycle.ts";
import type { Json } from "../../../contracts/index.ts";
import type { Polarity, PropertyNode, KeywordValue, SchemaNode } from "./subjects.ts";
import type { Side } from "../../schema/keys.ts";
import { listUnnamedPlaces } from "../../schema/members.ts";
import { getKeywordPointer } from "../../schema/parts.ts";
import { intersection } from "../../schema/types.ts";
import type { View } from "../../schema/view.ts";

/** Node of a schema, without read-only properties in requests and write-only properties in responses. */
export function schemaNode(
  view: View,
  polarity: Polarity,
  { contract, read, normal }: Omit<Side, "digest">,
): SchemaNode {
  const { pointer, basis, types, typesAt, nullAt, valuesAt, isClosed, unresolved, parts, schemas } = view;
  const properties = new Map<string, PropertyNode>();
  const excluded = new Map<string, string>();
  for (const [name, places] of view.properties) {
    const property = read(places);
    const definition = places[0]?.pointer ?? pointer;
    if (polarity === "in" ? property.readOnly : property.writeOnly) excluded.set(name, definition);
    else
      properties.set(name, {
        pointer: definition,
        basis: property.basis,
        isNothing: property.isNothing,
        hasDefault: property.parts.some(({ schema }) => schema["default"] !== undefined),
        // Computed on demand: only rules about removed properties read it.
        get lifecycle() {
          return lifecycleOfView(property);
        },
      });
  }
  return {
    polarity,
    pointer,
    basis,
    types,
    typesAt,
    nullAt,
    ...(view.values && { values: removeNullValue(view.values) }),
    valuesAt,
    ...(view.listedAt && { listedAt: view.listedAt }),
    isClosed,
    unresolved,
    properties,
    excluded,
    refuses: (name) => !properties.has(name) && read(listUnnamedPlaces(parts, name)).isNothing,
    mentions: (name) => mentionsMember(contract, parts, name),
    required: new Map([...view.required].filter(([name]) => !excluded.has(name))),
    lifecycle: lifecycleOfView(view),
    all: (keyword) => keywordValues(view, keyword),
    schemas,
    normal: normal.ofSchema,
    toComparedSchemas: (schema) => ({ places: [{ pointer: "", schema, basis: "stated" }], normal }),
    inlineReferences: normal.inlineReferences,
    nearestPointer: (property) =>
      parts.find((part) => property.startsWith(`${part.pointer}/properties/`))?.pointer ?? pointer,
  };
}

/** Facts about the subtypes of a schema: the shapes that extend it by `allOf`. */
export type SubtypeFacts = Pick<SchemaNode, "shapeAt" | "implied"> & {
  /** Names that every subtype requires, with a pointer to one requirement. */
  readonly requiredByShapes?: ReadonlyMap<string, string>;
};

/** Adds the facts about its subtypes to a schema: every value belongs to one of them and has what all of them require. */
export function withShapes(node: SchemaNode, facts: SubtypeFacts | undefined): SchemaNode {
  if (!facts) return node;
  const { requiredByShapes = new Map<string, string>(), ...shapes } = facts;
  const more = [...requiredByShapes].filter(([name]) => node.properties.has(name) && !node.required.has(name));
  return { ...node, ...shapes, required: new Map([...node.required, ...more]) };
}

/** Values of a keyword in all parts of a view. */
export function keywordValues({ parts }: View, keyword: string): KeywordValue[] {
  return parts.flatMap((part) => {
    const value = part.schema[keyword];
    if (value === undefined) return [];
    return [{ value, at: getKeywordPointer(part, keyword) }];
  });
}

/** Drops members that cannot be compared: if an object became a string, its properties are not reported one by one. */
export function comparableNodes(one: SchemaNode, other: SchemaNode): [SchemaNode, SchemaNode] {
  const [base, revision] = [withoutRefused(one, other), withoutRefused(other, one)];
  const common = intersection(base.types, revision.types).filter((type) => type !== "null");
  const [wasObject, staysObject] = [base, revision].map(({ types }) => types.includes("object"));
  if (common.includes("object") || (common.length > 0 && wasObject === staysObject)) return [base, revision];
  return [removeNodeMembers(base, common.length > 0), removeNodeMembers(revision, common.length > 0)];
}

/** Drops properties that are always refused, if the other side accepts them or refuses them without listing them. */
function withoutRefused(node: SchemaNode, { properties: others, refuses }: SchemaNode): SchemaNode {
  const isRefusedProperty = (name: string, { isNothing }: PropertyNode): boolean =>
    isNothing && (others.get(name)?.isNothing === false || refuses(name));
  if (![...node.properties].some((entry) => isRefusedProperty(...entry))) return node;
  const [refused, accepted] = [true, false].map((is) =>
    [...node.properties].filter((one) => isRefusedProperty(...one) === is),
  );
  return {
    ...node,
    properties: new Map(accepted),
    refused: new Map((refused ?? []).map(([name, { pointer }]) => [name, pointer])),
  };
}

function removeNodeMembers({ values, ...node }: SchemaNode, keepValues: boolean): SchemaNode {
  return { ...node, properties: new Map(), required: new Map(), ...(keepValues && values && { values }) };
}

function removeNullValue(values: ReadonlyMap<string, Json>): Map<string, Json> {
  return new Map([...values].filter(([, value]) => value !== null));
}
