import type { Part } from "./part.ts";
import { toSortedJson } from "./equality/json-text.ts";
import {
  type Basis,
  type Json,
  type JsonObject,
  type JsonSchema,
  type JsonType,
  emptiedMark,
  isObject,
  isOpenEnum,
  readUnresolvedRef,
  isClosedSchema,
  omitUndefined,
} from "../../contracts/index.ts";
import { isRejectedBy, withoutRedundant } from "./redundant-keywords.ts";
import { collectInnerMembers, collectProperties } from "./members.ts";
import { describesValues, getKeywordPointer } from "./parts.ts";
import type { Place } from "./place.ts";
import { nothing } from "./equality/spelling.ts";
import { allTypes, intersection, typesOfPart, typesOfValues } from "./types.ts";

/** Constraints of all parts of a schema together. */
export interface View {
  readonly key: string;
  /** Pointer to the definition. */
  readonly pointer: string;
  /** Component that defines the view, or by which it was chosen. */
  readonly origin: string;
  /** Branch of the discriminator by which the view was chosen. */
  readonly named?: string;
  readonly basis: Basis;
  readonly parts: readonly Part[];
  /** Schemas that all values of the view match. */
  readonly schemas: readonly JsonSchema[];
  readonly types: readonly JsonType[];
  readonly typesAt: string;
  /** Pointer to the part that allows null, or to the types. */
  readonly nullAt: string;
  /** Listed values by their JSON text, null included. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly valuesAt: string;
  /**
   * Pointers of values and types from alternatives with annotations of their own (deprecated, or assumed where others
   * are stated), by text or name.
   */
  readonly listedAt?: ReadonlyMap<string, ListedAt>;
  /** True if no other value is valid. A list that may grow (`x-extensible-enum`) rejects none. */
  readonly listsAll: boolean;
  readonly isClosed: boolean;
  readonly properties: ReadonlyMap<string, readonly Place[]>;
  readonly required: ReadonlyMap<string, string>;
  /** Schemas of items and members without a name, by step: "[]", "[0]", ".*". */
  readonly inner: ReadonlyMap<string, readonly Place[]>;
  /** True if properties without a schema are rejected. */
  readonly isSealed: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** True for `false` and `not: {}`. */
  readonly isNothing: boolean;
  /** References that cannot be resolved. Their constraints are unknown. */
  readonly unresolved: readonly string[];
}

/** Location of a value or type of its own. */
export interface ListedAt {
  readonly pointer: string;
  readonly basis: Basis;
}

const valueKeywords = ["enum", "const", "x-extensible-enum", emptiedMark];

/** Creates the view of parts. `origin` identifies them. */
export function createPartsView(
  parts: readonly Part[],
  { origin, named, basis, schemas }: Pick<View, "origin" | "named" | "basis" | "schemas">,
): View {
  const emptiedAt = findKeywordPointer(parts, emptiedMark);
  const declared = declaredTypes(parts);
  const values = emptiedAt === undefined ? combineListedValues(parts, declared) : new Map<string, Json>();
  const listsAll = values !== undefined && !parts.some(({ schema }) => isListOpen(schema));
  const types = declared ?? (values ? typesOfValues(values.values()) : allTypes);
  const fitting = values && new Map([...values].filter(([, value]) => typesOfValues([value], types).length > 0));
  const first = parts.find(describesValues) ?? parts[0];
  const home = parts.find(({ schema }) => isObject(schema["properties"])) ?? first;
  const typesAt = findKeywordPointer(parts, "type") ?? home?.pointer ?? origin;
  return omitUndefined({
    key:
      parts
        .map(({ key }) => key)
        .toSorted()
        .join(" ") || `anything ${origin}`,
    pointer: home?.pointer ?? origin,
    origin,
    named,
    basis: first?.basis ?? basis,
    parts: withoutRedundant(parts, listsAll ? values : undefined),
    schemas,
    types: fitting && emptiedAt === undefined ? typesOfValues(fitting.values(), types) : types,
    typesAt,
    nullAt: parts.find(({ orNull }) => orNull !== undefined)?.orNull ?? typesAt,
    values: fitting,
    valuesAt:
      valueKeywords
        .map((keyword) => findKeywordPointer(parts, keyword))
        .find((keywordValue) => keywordValue !== undefined) ??
      home?.pointer ??
      origin,
    listsAll,
    isClosed: parts.some(({ schema }) => schema["const"] !== undefined || isMarkedClosed(schema)),
    properties: collectProperties(parts),
    required: collectRequired(parts),
    inner: collectInnerMembers(parts),
    isSealed: parts.some(({ schema }) => isClosedSchema(schema)),
    unresolved: parts.flatMap(({ schema }) => readUnresolvedRef(schema) ?? []),
    readOnly: parts.some(({ schema }) => schema["readOnly"] === true),
    writeOnly: parts.some(({ schema }) => schema["writeOnly"] === true),
    isNothing: schemas.includes(false) || parts.some(({ schema }) => schema === nothing),
  });
}

/** Checks for an enum with the marker that no values will be added. */
export function isMarkedClosed(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]) && !isOpenEnum(schema);
}

/** Checks that all valid numbers are integers, by `multipleOf`. */
export function isWholeNumber({ parts }: Pick<View, "parts">): boolean {
  return parts.some(({ schema: { multipleOf } }) => Number.isInteger(multipleOf));
}

/** Checks that the list is true, false and possibly null. Such a list is a type. */
export function listsBooleans({ values }: Pick<View, "values">): boolean {
  return values?.has("true") === true && values.has("false") && values.size === (values.has("null") ? 3 : 2);
}

function declaredTypes(parts: readonly Part[]): readonly JsonType[] | undefined {
  const lists = parts.map(typesOfPart).filter((types) => types !== undefined);
  if (lists.length === 0) return undefined;
  return lists.reduce(intersection, allTypes);
}

function combineListedValues(parts: readonly Part[], types: View["types"] | undefined): Map<string, Json> | undefined {
  const lists = parts.flatMap(({ schema, orNull }) => {
    const { const: constant, enum: values = constant === undefined ? schema["x-extensible-enum"] : undefined } = schema;
    // An open list does not reject null.
    const isNullable = orNull !== undefined || (isListOpen(schema) && types?.includes("null") === true);
    return [...(constant === undefined ? [] : [[constant]]), ...(Array.isArray(values) ? [values as Json[]] : [])].map(
      (list) => new Map([...list, ...(isNullable ? [null] : [])].map((value) => [toSortedJson(value), value])),
    );
  });
  if (lists.length === 0) return undefined;
  const common = lists.reduce((kept, list) => new Map([...kept].filter(([text]) => list.has(text))));
  return new Map(
    [...common].filter(([, value]) => !parts.some(({ schema }) => isRejectedBy(value, schema["not"]) === false)),
  );
}

function isListOpen({ const: constant, enum: values, "x-extensible-enum": open }: JsonObject): boolean {
  return constant === undefined && values === undefined && open !== undefined;
}

function collectRequired(parts: readonly Part[]): Map<string, string> {
  const required = new Map<string, string>();
  for (const { schema, pointer } of parts) {
    if (!Array.isArray(schema["required"])) continue;
    for (const name of schema["required"] as string[]) {
      // An empty item of a YAML list. No property has an empty name.
      if (name === "") continue;
      if (!required.has(name)) required.set(name, `${pointer}/required`);
    }
  }
  return required;
}

function findKeywordPointer(parts: readonly Part[], keyword: string): string | undefined {
  const part = parts.find(({ schema }) => schema[keyword] !== undefined);
  return part && getKeywordPointer(part, keyword);
}
