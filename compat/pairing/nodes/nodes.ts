import type { Both } from "../../model/pair.ts";
import {
  type Contract,
  type Json,
  type Parameter,
  fitsAll,
  isObject,
  lifecycleOf,
  valueAt,
} from "../../../contracts/index.ts";
import type { WireParameter } from "../parameters.ts";
import type { Lifecycle } from "../../model/lifecycle.ts";
import type { ParameterNode, Polarity, PropertyNode, Said, SchemaNode } from "./subjects.ts";
import type { Normal } from "../../schema/normal.ts";
import { unnamedOf } from "../../schema/members.ts";
import { keywordIn } from "../../schema/parts.ts";
import type { Place } from "../../schema/place.ts";
import { mayBeReserved } from "../body-parts.ts";
import { intersection } from "../../schema/types.ts";
import type { View } from "../../schema/view.ts";
import { propertyStep } from "../../model/wording.ts";

/** What the node at a pointer of a document says of its life. */
export function lifecycleAt({ document }: Contract, pointer: string): Lifecycle {
  return lifecycleIn(valueAt(document, pointer));
}

/** What a node says of its life. */
export function lifecycleIn(node: Json | undefined): Lifecycle {
  return isObject(node) ? lifecycleOf(node, undefined) : { deprecated: false };
}

/** Where a parameter is in a request: "query.limit". */
export function parameterStep({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return place + propertyStep(place === "header" ? name.toLowerCase() : name);
}

/** A parameter as rules see it; `types` are those of its values, `view` is its schema. */
export function parameterNode(
  contract: Contract,
  parameter: WireParameter,
  polarity: Polarity,
  { types, view }: { readonly types: View["types"]; readonly view: View },
): ParameterNode {
  const { name, in: place, required, pointer, basis, owner = pointer } = parameter;
  const node = valueAt(contract.document, pointer);
  const holder = valueAt(contract.document, owner);
  const lifecycle = lifecycleIn(node);
  return {
    polarity,
    name,
    step: parameterStep(parameter),
    in: place,
    required,
    writing: writingOf(parameter, types),
    writesName: writesName(parameter, types),
    isAlikeInJson: !mayBeReserved(types),
    ...(place === "query" &&
      parameter.mediaType === undefined &&
      mayBeReserved(types) && { allowsReserved: isReservedAllowed(holder) }),
    allowsEmpty: place === "query" && isObject(node) && node["allowEmptyValue"] === true,
    // Lists and objects without a value are read in too many ways to tell.
    takesEmpty: () =>
      types.includes("array") ||
      types.includes("object") ||
      fitsAll(contract, [parameter.schema.value], "request", "") !== false,
    pointer,
    basis,
    lifecycle: lifecycle.deprecated ? lifecycle : lifecycleIn(holder),
    schemaLifecycle: lifecycleOfView(view),
  };
}

/** Two parameters that are deprecated, by themselves or by their schemas; undefined where the schemas tell of that alone. */
export function deprecatedAlready({ base, revision }: Both<ParameterNode>): Both<ParameterNode> | undefined {
  if (!base.lifecycle.deprecated && !revision.lifecycle.deprecated) return undefined;
  const [one, other] = [base, revision].map((node) => ({
    ...node,
    lifecycle: node.lifecycle.deprecated ? node.lifecycle : node.schemaLifecycle,
  })) as [ParameterNode, ParameterNode];
  return one.lifecycle.deprecated && other.lifecycle.deprecated ? { base: one, revision: other } : undefined;
}

/** Whether a parameter says that its text may have characters that are reserved in URLs, as they are. */
export function allowsReserved({ document }: Contract, { pointer }: Parameter): boolean {
  return isReservedAllowed(valueAt(document, pointer));
}

function isReservedAllowed(node: Json | undefined): boolean {
  return isObject(node) && node["allowReserved"] === true;
}

/**
 * How a parameter is written; of what has no items and members, form and simple, exploded or not, are all the same, and
 * of simple lists, too.
 */
export function writingOf({ mediaType, style, explode, in: place }: Parameter, types: View["types"]): string {
  if (mediaType !== undefined) return mediaType;
  const isPlain = types.length < 6 && !types.includes("array") && !types.includes("object");
  if (isPlain) return ["label", "matrix"].includes(style) ? style : place;
  return `${style}${explode && (style !== "simple" || types.includes("object")) ? " exploded" : ""}`;
}

/**
 * Whether a parameter's name stands in a path: by RFC 6570 (3.2.7) it does in `;id=1`, but not where members are written
 * by theirs.
 */
function writesName({ mediaType, style, explode }: Parameter, types: View["types"]): boolean {
  return mediaType === undefined && style === "matrix" && !(explode && types.join() === "object");
}

/** A schema as rules see it: without the properties that this direction never carries. */
export function schemaNode(
  view: View,
  polarity: Polarity,
  read: (places: readonly Place[]) => View,
  own: Normal,
): SchemaNode {
  const { pointer, basis, types, typesAt, nullAt, valuesAt, isClosed, unresolved, parts, schemas } = view;
  const properties = new Map<string, PropertyNode>();
  const uncarried = new Map<string, string>();
  for (const [name, places] of view.properties) {
    const property = read(places);
    const at = places[0]?.pointer ?? pointer;
    if (polarity === "in" ? property.readOnly : property.writeOnly) uncarried.set(name, at);
    else
      properties.set(name, {
        pointer: at,
        basis: property.basis,
        isNothing: property.isNothing,
        hasDefault: property.parts.some(({ schema }) => schema["default"] !== undefined),
        // Only of what was removed somebody asks.
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
    ...(view.values && { values: withoutNull(view.values) }),
    valuesAt,
    ...(view.listedAt && { listedAt: view.listedAt }),
    isClosed,
    unresolved,
    properties,
    uncarried,
    refuses: (name) => !properties.has(name) && read(unnamedOf(parts, name)).isNothing,
    required: new Map([...view.required].filter(([name]) => !uncarried.has(name))),
    lifecycle: lifecycleOfView(view),
    all: (keyword) => sayings(view, keyword),
    schemas,
    normal: own.ofSchema,
    held: (schema) => ({ places: [{ pointer: "", schema, basis: "stated" }], normal: own }),
    writtenOut: own.writtenOut,
    near: (property) => parts.find((part) => property.startsWith(`${part.pointer}/properties/`))?.pointer ?? pointer,
  };
}

/** The shapes that build on a schema, as far as they are known. */
export type Told = Pick<SchemaNode, "shapeAt" | "implied"> & {
  /** Names that every shape requires, and where one does: no value is without them. */
  readonly requiredByShapes?: ReadonlyMap<string, string>;
};

/** A schema with what is known of the shapes that build on it: each value has one of them, and all that they require. */
export function withShapes(node: SchemaNode, told: Told | undefined): SchemaNode {
  if (!told) return node;
  const { requiredByShapes = new Map<string, string>(), ...shapes } = told;
  const more = [...requiredByShapes].filter(([name]) => node.properties.has(name) && !node.required.has(name));
  return { ...node, ...shapes, required: new Map([...node.required, ...more]) };
}

/** What the parts of a view say by a keyword. */
export function sayings({ parts }: View, keyword: string): Said[] {
  return parts.flatMap((part) => {
    const value = part.schema[keyword];
    return value === undefined ? [] : [{ value, at: keywordIn(part, keyword) }];
  });
}

function lifecycleOfView({ parts, schemas }: View): Lifecycle {
  const deprecated = [...schemas, ...parts.map(({ schema }) => schema)].filter(isObject);
  const node = deprecated.find((schema) => schema["deprecated"] === true || schema["x-sunset"] !== undefined);
  return node ? lifecycleOf(node, undefined) : { deprecated: false };
}

/** Two nodes without what cannot be compared: when an object became a string, its properties are not news. */
export function comparable(one: SchemaNode, other: SchemaNode): [SchemaNode, SchemaNode] {
  const [base, revision] = [withoutRefused(one, other), withoutRefused(other, one)];
  const common = intersection(base.types, revision.types).filter((type) => type !== "null");
  const [wasObject, staysObject] = [base, revision].map(({ types }) => types.includes("object"));
  if (common.includes("object") || (common.length > 0 && wasObject === staysObject)) return [base, revision];
  return [withoutMembers(base, common.length > 0), withoutMembers(revision, common.length > 0)];
}

/** A property that may never be there is none, beside a side where it may, and one that refuses it without a word. */
function withoutRefused(node: SchemaNode, { properties: others, refuses }: SchemaNode): SchemaNode {
  const isRefused = (name: string, { isNothing }: PropertyNode): boolean =>
    isNothing && (others.get(name)?.isNothing === false || refuses(name));
  if (![...node.properties].some((entry) => isRefused(...entry))) return node;
  const [refused, taken] = [true, false].map((is) => [...node.properties].filter((one) => isRefused(...one) === is));
  return {
    ...node,
    properties: new Map(taken),
    refused: new Map((refused ?? []).map(([name, { pointer }]) => [name, pointer])),
  };
}

function withoutMembers({ values, ...node }: SchemaNode, keepValues: boolean): SchemaNode {
  return { ...node, properties: new Map(), required: new Map(), ...(keepValues && values && { values }) };
}

function withoutNull(values: ReadonlyMap<string, Json>): Map<string, Json> {
  return new Map([...values].filter(([, value]) => value !== null));
}
