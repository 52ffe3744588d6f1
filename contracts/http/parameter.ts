import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, Header, Parameter, Schema } from "../model/contract.ts";
import { memberSchemaOf, membersOf, typesOf } from "../schema/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { createTextReader, readJson, writeText } from "./text.ts";

/** Name and value pairs of a query, decoded, in the order they came. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** How a value is written under a name. */
export type Writing = Pick<Parameter, "name" | "style" | "explode" | "mediaType">;

/** Reads one parameter from the text that carried it. `undefined` means that it was not sent. */
export interface ParameterReader {
  /** From a path segment, header or cookie: percent-decoded already. */
  fromText(text: string): Json;
  fromPairs(pairs: Pairs): Json | undefined;
  /** How often the parameter's name may stand in a query: of more, only one would be read. */
  readonly times: "once" | "often";
}

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  // "tsv" of OpenAPI 2.0.
  tabDelimited: "\t",
  form: ",",
  simple: ",",
};

/** Brackets within more brackets than these are letters of a name. */
const MOST_DEEP = 32;

/** Compiles how a parameter is read, by its style and explode (OpenAPI 3.1, 4.8.12.2). */
export function createParameterReader(
  contract: Contract,
  parameter: Writing & { readonly schema: Pick<Schema, "value"> },
): ParameterReader {
  const { name, style, explode, schema } = parameter;
  if (parameter.mediaType !== undefined) {
    return {
      times: "once",
      fromText: readJson,
      fromPairs: (pairs) => optional(valuesOf(pairs, name)[0], readJson),
    };
  }
  const types = typesOf(contract, schema.value);
  const isArray = types.includes("array") && !types.includes("string");
  const isRecord = types.includes("object") && !types.includes("string") && !isArray;
  const readScalar = createTextReader(contract, schema.value);
  const readItem = createTextReader(contract, { allOf: membersOf(contract, schema.value, "items") });
  const separator = separators[style] ?? ",";
  const itemSeparator = style === "matrix" ? `;${name}=` : style === "label" ? "." : separator;

  const isOne = types.includes("array") ? isArray : isRecord ? style !== "deepObject" : !types.includes("object");
  const isSpread = explode && (isArray || isRecord);

  return {
    times: isOne && !isSpread ? "once" : "often",
    fromText(text) {
      if (isRecord && explode) return recordFrom(assignments(withoutPrefix(text, style), separatorOf(style)));
      const bare = withoutPrefix(text, style, name);
      if (isRecord) return recordFrom(alternating(bare, ","));
      if (!isArray) return readScalar(bare);
      return bare === "" ? [] : bare.split(explode ? itemSeparator : separator).map(readItem);
    },
    fromPairs(pairs) {
      if (isRecord) return readRecord(pairs);
      const values = valuesOf(pairs, name);
      if (!isArray) return optional(values.at(-1), readScalar);
      if (values.length === 0) return undefined;
      if (explode) return values.map(readItem);
      return values[0] === "" ? [] : (values[0] as string).split(separator).map(readItem);
    },
  };

  function readRecord(pairs: Pairs): Json | undefined {
    if (style === "deepObject") {
      const own = pairs.flatMap(([key, value]) =>
        key.startsWith(`${name}[`) && key.endsWith("]") ? [[key.slice(name.length + 1, -1), value] as const] : [],
      );
      return own.length === 0 ? undefined : deepRecord(own, schema.value);
    }
    if (!explode) return optional(valuesOf(pairs, name)[0], (text) => recordFrom(alternating(text, separator)));
    const own = pairs.filter(([key]) => membersOf(contract, schema.value, key).length > 0);
    return own.length === 0 ? undefined : recordFrom(own);
  }

  /** Where a member may be an object, its members follow its name: "a][b" (OpenAPI has no word for them). */
  function deepRecord(pairs: Pairs, around: JsonSchema, depth = 1): Json {
    const record: Record<string, Json> = {};
    const schemaOf = (member: string): JsonSchema => memberSchemaOf(contract, around, member);
    const objectIn = (key: string): string | undefined => {
      const [head = ""] = key.split("][", 1);
      const isInside = head !== key && depth < MOST_DEEP && typesOf(contract, schemaOf(head)).includes("object");
      return isInside ? head : undefined;
    };
    for (const [head, own] of Map.groupBy(pairs, ([key]) => objectIn(key))) {
      if (head === undefined)
        for (const [key, value] of own) define(record, key, createTextReader(contract, schemaOf(key))(value));
      else {
        const inside = own.map(([key, value]) => [key.slice(head.length + 2), value] as const);
        define(record, head, deepRecord(inside, schemaOf(head), depth + 1));
      }
    }
    return record;
  }

  function recordFrom(pairs: Pairs): Json {
    const record: Record<string, Json> = {};
    for (const [key, value] of pairs)
      define(record, key, createTextReader(contract, memberSchemaOf(contract, schema.value, key))(value));
    return record;
  }
}

/** A parameter's value as it stands in a path (not yet percent-encoded), a header or a cookie. */
export function writeParameterText(parameter: Parameter, value: Json): string {
  if (parameter.mediaType !== undefined) return JSON.stringify(value);
  const { style, explode, name } = parameter;
  const prefix = style === "label" ? "." : style === "matrix" ? `;${name}=` : "";
  if (Array.isArray(value)) {
    const separator =
      explode && style === "label" ? "." : explode && style === "matrix" ? prefix : (separators[style] ?? ",");
    return prefix + value.map(writeText).join(separator);
  }
  if (!isObject(value)) return prefix + writeText(value);
  const entries = Object.entries(value).map(([key, item]) => [key, writeText(item)] as const);
  if (!explode) return prefix + entries.flat().join(",");
  const start = style === "matrix" ? ";" : prefix;
  return start + entries.map((entry) => entry.join("=")).join(separatorOf(style));
}

/** A query parameter's value as name and value pairs, not yet percent-encoded. */
export function writeParameterPairs(parameter: Writing, value: Json): Pairs {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== undefined) return [[name, JSON.stringify(value)]];
  const separator = separators[style] ?? ",";
  if (Array.isArray(value)) {
    return explode
      ? value.map((item) => [name, writeText(item)] as const)
      : [[name, value.map(writeText).join(separator)]];
  }
  if (!isObject(value)) return [[name, writeText(value)]];
  if (style === "deepObject") return deepPairs(name, value);
  const entries = Object.entries(value).map(([key, item]) => [key, writeText(item)] as const);
  return explode ? entries : [[name, entries.flat().join(separator)]];
}

function deepPairs(name: string, value: JsonObject): Pairs {
  return Object.entries(value).flatMap(([key, item]): Pairs => {
    const inner = `${name}[${key}]`;
    return isObject(item) && Object.keys(item).length > 0 ? deepPairs(inner, item) : [[inner, writeText(item)]];
  });
}

/** A header of an answer, as what is written and read like a parameter. */
export function headerParameter(header: Header): Parameter {
  return { ...header, in: "header" };
}

function valuesOf(pairs: Pairs, name: string): string[] {
  return pairs.flatMap(([key, value]) => (key === name ? [value] : []));
}

/** What stands between the members of an exploded object. */
function separatorOf(style: string): string {
  return style === "matrix" ? ";" : style === "label" ? "." : ",";
}

/** The text behind what a style begins with; an exploded object is not introduced by the parameter's name. */
function withoutPrefix(text: string, style: string, name?: string): string {
  const prefix = style === "label" ? "." : style === "matrix" ? (name === undefined ? ";" : `;${name}=`) : "";
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function assignments(text: string, separator: string): Pairs {
  return text
    .split(separator)
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? ([part, ""] as const) : ([part.slice(0, at), part.slice(at + 1)] as const);
    });
}

function alternating(text: string, separator: string): Pairs {
  const parts = text === "" ? [] : text.split(separator);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""] as const] : []));
}

function optional(text: string | undefined, read: (text: string) => Json): Json | undefined {
  return text === undefined ? undefined : read(text);
}
