import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { join, targetPointer } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { lenientPattern } from "./pattern.ts";
import { listSchemaParts, resolveTarget, unionKeywords } from "./schema.ts";

/** Schema at its location in a document. */
export interface PlacedSchema {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  readonly schema: JsonSchema;
}

/** Schema with keywords that applies to a value. */
export interface SchemaPart extends PlacedSchema {
  readonly schema: JsonObject;
}

/** All schemas that apply at one place of a value. Shapes of members and items are created on first use. */
export interface Shape {
  /** Schemas that the document states for the place, boolean ones included. Their references are not followed. */
  readonly stated: readonly PlacedSchema[];
  /** All schemas that apply, through `$ref` and `allOf`; after `narrow()`, through all keywords. */
  readonly parts: readonly SchemaPart[];
  /** Shape with the parts that apply to a value, because it depends on the value which branches do. */
  narrow(value: Json): Shape;
  /** "readOnly" and "writeOnly", if any schema of the place has them, in any branch. */
  readonly markers: ReadonlySet<string>;
  member(name: string): Shape;
  item(index: number): Shape;
}

/** Chooses the branches of unions, conditions and dependent schemas of a part that apply to a value. */
type ChooseSubschemas = (part: SchemaPart, value: Json) => readonly PlacedSchema[];

/** Keywords with schemas that apply to some values only. */
const choiceKeywords = [...unionKeywords, "if", "dependentSchemas"] as const;

/** Maximum number of shapes below one shape. Names of maps come from consumers, without a limit. */
const MAX_INNER = 1_000;

/** Part with a number of its own among those of a contract. */
interface NumberedPart extends SchemaPart {
  readonly number: number;
}

/** Creates the shapes of a contract. A place that the same schemas describe has the same shape. */
export function createShapes(contract: Contract, choose: ChooseSubschemas): (stated: readonly PlacedSchema[]) => Shape {
  const partByPointer = new Map<string, NumberedPart>();
  const shapes = new Map<string, Shape>();
  return undecidedShape;

  function undecidedShape(stated: readonly PlacedSchema[]): Shape {
    return remember(JSON.stringify(stated.map(({ pointer }) => pointer)), () => {
      const parts = collectParts(stated, () => []);
      return createShape(stated, parts, !parts.some(hasChoice));
    });
  }

  function decidedShape(stated: readonly PlacedSchema[], value: Json): Shape {
    const parts = collectParts(stated, (part) => choose(part, value));
    return remember(parts.map(({ number }) => number).join(), () => createShape(parts, parts, true));
  }

  function remember(key: string, create: () => Shape): Shape {
    let shape = shapes.get(key);
    if (!shape) shapes.set(key, (shape = create()));
    return shape;
  }

  function createShape(stated: readonly PlacedSchema[], parts: readonly SchemaPart[], isDecided: boolean): Shape {
    const known = new Map<string | number, Shape>();
    const prefix = Math.max(0, ...parts.map((part) => subschemas(part, "prefixItems").length));
    const shape: Shape = {
      stated,
      parts,
      narrow: (value) => (isDecided ? shape : decidedShape(stated, value)),
      markers: readMarkers(stated),
      member: (name) => known.get(name) ?? inner(name, (part) => memberSchemas(part, name), "unevaluatedProperties"),
      item(index) {
        const place = Math.min(index, prefix);
        return known.get(place) ?? inner(place, (part) => itemSchemas(part, place), "unevaluatedItems");
      },
    };
    return shape;

    function inner(
      key: string | number,
      describe: (part: SchemaPart) => readonly PlacedSchema[],
      unevaluated: string,
    ): Shape {
      const described = parts.flatMap(describe);
      const found = undecidedShape(
        described.length > 0 ? described : parts.flatMap((part) => subschemas(part, unevaluated)),
      );
      if (known.size < MAX_INNER) known.set(key, found);
      return found;
    }
  }

  function readMarkers(stated: readonly PlacedSchema[]): ReadonlySet<string> {
    const parts = stated.flatMap(({ schema }) => listSchemaParts(contract, schema));
    return new Set(["readOnly", "writeOnly"].filter((marker) => parts.some((part) => part[marker] === true)));
  }

  /** Schemas that apply together, and the chosen subschemas of each. */
  function collectParts(
    stated: readonly PlacedSchema[],
    chosen: (part: SchemaPart) => readonly PlacedSchema[],
  ): readonly NumberedPart[] {
    const parts = new Set<NumberedPart>();
    stated.forEach(collect);
    return [...parts];

    function collect({ pointer, schema }: PlacedSchema): void {
      if (!isObject(schema)) return;
      let part = partByPointer.get(pointer);
      if (!part) partByPointer.set(pointer, (part = { pointer, schema, number: partByPointer.size }));
      if (parts.has(part)) return;
      parts.add(part);
      const { $ref } = schema;
      if (typeof $ref === "string") collect({ pointer: targetPointer($ref), schema: resolveTarget(contract, $ref) });
      subschemas(part, "allOf").forEach(collect);
      chosen(part).forEach(collect);
    }
  }
}

function hasChoice({ schema }: SchemaPart): boolean {
  return choiceKeywords.some((keyword) => schema[keyword] !== undefined);
}

const none: readonly PlacedSchema[] = [];

const subschemasByKeyword = new WeakMap<SchemaPart, Map<string, readonly PlacedSchema[]>>();

/** Subschemas of a keyword: the schema itself, or those of a list or map in its order. */
export function subschemas(part: SchemaPart, keyword: string): readonly PlacedSchema[] {
  if (part.schema[keyword] === undefined) return none;
  let known = subschemasByKeyword.get(part);
  if (!known) subschemasByKeyword.set(part, (known = new Map()));
  let found = known.get(keyword);
  if (!found) known.set(keyword, (found = readSubschemas(part, keyword)));
  return found;
}

function readSubschemas({ pointer, schema }: SchemaPart, keyword: string): readonly PlacedSchema[] {
  const value = schema[keyword];
  const isMap = keyword === "dependentSchemas";
  const entries = Array.isArray(value) || (isMap && isObject(value)) ? Object.entries(value as JsonObject) : undefined;
  if (!entries) {
    if (isSchema(value)) return [{ pointer: join(pointer, keyword), schema: value }];
    return [];
  }
  return entries.flatMap(([key, inner]) =>
    isSchema(inner) ? [{ pointer: join(pointer, keyword, key), schema: inner }] : [],
  );
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}

/**
 * Schemas of a member: a property and patterns apply together, and `additionalProperties` only if there is neither in
 * the same schema.
 */
export function memberSchemas(part: SchemaPart, name: string): readonly PlacedSchema[] {
  const named = namedSchemas(part, name);
  if (named.length > 0) return named;
  return subschemas(part, "additionalProperties");
}

/** Schemas of a member in `properties` and `patternProperties`. */
export function namedSchemas({ pointer, schema }: SchemaPart, name: string): readonly PlacedSchema[] {
  const { properties, patternProperties } = schema;
  const found: PlacedSchema[] = [];
  const add = (inner: Json | undefined, ...path: readonly string[]): void => {
    if (isSchema(inner)) found.push({ pointer: join(pointer, ...path), schema: inner });
  };
  if (isObject(properties) && Object.hasOwn(properties, name)) add(properties[name], "properties", name);
  for (const [pattern, inner] of isObject(patternProperties) ? Object.entries(patternProperties) : [])
    if (lenientPattern(pattern).test(name)) add(inner, "patternProperties", pattern);
  return found;
}

function itemSchemas(part: SchemaPart, index: number): readonly PlacedSchema[] {
  const prefix = subschemas(part, "prefixItems");
  if (index < prefix.length) return prefix.slice(index, index + 1);
  return subschemas(part, "items");
}
