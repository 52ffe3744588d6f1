import type { Part } from "./part.ts";
import { textOf } from "./equality/json-text.ts";
import {
  type Basis,
  type Json,
  type JsonObject,
  type JsonSchema,
  type JsonType,
  emptiedMark,
  isObject,
  isOpenEnum,
  unresolvedIn,
  isClosed,
} from "../../contracts/index.ts";
import { isUnlike, withoutIdle } from "./redundant-keywords.ts";
import { innerOf, propertiesOf } from "./members.ts";
import { withOneNot } from "./one-not.ts";
import { describesValues, keywordIn } from "./parts.ts";
import type { Place } from "./place.ts";
import { nothing } from "./equality/spelling.ts";
import { allTypes, intersection, typesOfPart, typesOfValues } from "./types.ts";

/** What all parts of a schema together say of a value. */
export interface View {
  readonly key: string;
  /** Where it is defined: the best single place to point at. */
  readonly pointer: string;
  /** The component it was chosen by, or defined as. */
  readonly origin: string;
  /** The branch of a union with a discriminator that it was chosen by, whatever was chosen inside of that. */
  readonly named?: string;
  readonly basis: Basis;
  readonly parts: readonly Part[];
  /** The schemas that all of its values fit. */
  readonly schemas: readonly JsonSchema[];
  readonly types: readonly JsonType[];
  readonly typesAt: string;
  /** Where null is let in, or where the types are. */
  readonly nullAt: string;
  /** The only values, by their JSON text, null among them. */
  readonly values?: ReadonlyMap<string, Json>;
  readonly valuesAt: string;
  /**
   * Of values and types that are shapes of a union, by their text or name, those of whose shape something is said: that
   * it is deprecated, or assumed where others are stated.
   */
  readonly listedAt?: ReadonlyMap<string, ListedAt>;
  /** Whether they are all that there can be: a list that may grow (`x-extensible-enum`) refuses none. */
  readonly listsAll: boolean;
  readonly isClosed: boolean;
  readonly properties: ReadonlyMap<string, readonly Place[]>;
  readonly required: ReadonlyMap<string, string>;
  /** Schemas of what lies inside other than by name, by the step there: "[]", "[0]", ".*". */
  readonly inner: ReadonlyMap<string, readonly Place[]>;
  /** Whether what is not named is refused. */
  readonly isSealed: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Whether it is said outright that there is no value: `false`, or `not: {}`. */
  readonly isNothing: boolean;
  /** References that lead nowhere: what stands behind them is not known. */
  readonly unresolved: readonly string[];
}

/** Where a value or type stands by itself. */
export interface ListedAt {
  readonly pointer: string;
  readonly basis: Basis;
}

const valueKeywords = ["enum", "const", "x-extensible-enum", emptiedMark];

/** Reads the parts of a schema as one; `origin` is where they were found. */
export function viewOf(
  parts: readonly Part[],
  { origin, named, basis, schemas }: Pick<View, "origin" | "named" | "basis" | "schemas">,
): View {
  const emptiedAt = keywordAt(parts, emptiedMark);
  const declared = declaredTypes(parts);
  const values = emptiedAt === undefined ? valuesOf(parts, declared) : new Map<string, Json>();
  const listsAll = values !== undefined && !parts.some(({ schema }) => isListOpen(schema));
  const types = declared ?? (values ? typesOfValues(values.values()) : allTypes);
  const fitting = values && new Map([...values].filter(([, value]) => typesOfValues([value], types).length > 0));
  const first = parts.find(describesValues) ?? parts[0];
  const home = parts.find(({ schema }) => isObject(schema["properties"])) ?? first;
  const typesAt = keywordAt(parts, "type") ?? home?.pointer ?? origin;
  return {
    key:
      parts
        .map(({ key }) => key)
        .toSorted()
        .join(" ") || `anything ${origin}`,
    pointer: home?.pointer ?? origin,
    origin,
    ...(named !== undefined && { named }),
    basis: first?.basis ?? basis,
    parts: withoutIdle(withOneNot(parts), listsAll ? values : undefined),
    schemas,
    types: fitting && emptiedAt === undefined ? typesOfValues(fitting.values(), types) : types,
    typesAt,
    nullAt: parts.find(({ orNull }) => orNull !== undefined)?.orNull ?? typesAt,
    ...(fitting && { values: fitting }),
    valuesAt:
      valueKeywords.map((keyword) => keywordAt(parts, keyword)).find((at) => at !== undefined) ??
      home?.pointer ??
      origin,
    listsAll,
    isClosed: parts.some(({ schema }) => schema["const"] !== undefined || isMarkedClosed(schema)),
    properties: propertiesOf(parts),
    required: requiredOf(parts),
    inner: innerOf(parts),
    isSealed: parts.some(({ schema }) => isClosed(schema)),
    unresolved: parts.flatMap(({ schema }) => unresolvedIn(schema) ?? []),
    readOnly: parts.some(({ schema }) => schema["readOnly"] === true),
    writeOnly: parts.some(({ schema }) => schema["writeOnly"] === true),
    isNothing: schemas.includes(false) || parts.some(({ schema }) => schema === nothing),
  };
}

/** Whether a schema lists values, and says that they can never become more. */
export function isMarkedClosed(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]) && !isOpenEnum(schema);
}

/** Whether all numbers that fit are whole, although it is not said by the type. */
export function isWhole({ parts }: Pick<View, "parts">): boolean {
  return parts.some(({ schema: { multipleOf } }) => Number.isInteger(multipleOf));
}

/** Whether all that is listed is true and false, and null: then it is a type. */
export function listsBooleans({ values }: Pick<View, "values">): boolean {
  return values?.has("true") === true && values.has("false") && values.size === (values.has("null") ? 3 : 2);
}

function declaredTypes(parts: readonly Part[]): readonly JsonType[] | undefined {
  const lists = parts.map(typesOfPart).filter((types) => types !== undefined);
  return lists.length === 0 ? undefined : lists.reduce(intersection, allTypes);
}

function valuesOf(parts: readonly Part[], types: View["types"] | undefined): Map<string, Json> | undefined {
  const lists = parts.flatMap(({ schema, orNull }) => {
    const { const: constant, enum: values = constant === undefined ? schema["x-extensible-enum"] : undefined } = schema;
    // A list that may grow says nothing of null.
    const isNullable = orNull !== undefined || (isListOpen(schema) && types?.includes("null") === true);
    return [...(constant === undefined ? [] : [[constant]]), ...(Array.isArray(values) ? [values as Json[]] : [])].map(
      (list) => new Map([...list, ...(isNullable ? [null] : [])].map((value) => [textOf(value), value])),
    );
  });
  if (lists.length === 0) return undefined;
  const common = lists.reduce((kept, list) => new Map([...kept].filter(([text]) => list.has(text))));
  return new Map(
    [...common].filter(([, value]) => !parts.some(({ schema }) => isUnlike(value, schema["not"]) === false)),
  );
}

function isListOpen({ const: constant, enum: values, "x-extensible-enum": open }: JsonObject): boolean {
  return constant === undefined && values === undefined && open !== undefined;
}

function requiredOf(parts: readonly Part[]): Map<string, string> {
  const required = new Map<string, string>();
  for (const { schema, pointer } of parts) {
    if (!Array.isArray(schema["required"])) continue;
    for (const name of schema["required"] as string[]) {
      // An item of a list in YAML with nothing after its dash: no property goes by no name.
      if (name === "") continue;
      if (!required.has(name)) required.set(name, `${pointer}/required`);
    }
  }
  return required;
}

function keywordAt(parts: readonly Part[], keyword: string): string | undefined {
  const part = parts.find(({ schema }) => schema[keyword] !== undefined);
  return part && keywordIn(part, keyword);
}
