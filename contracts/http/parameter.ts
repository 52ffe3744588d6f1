import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, Header, Parameter, Schema } from "../model/contract.ts";
import { listMemberSchemas, listJsonTypes } from "../schema/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { readableSchema } from "./readable-schema.ts";
import { createTextReader, readJson, writeText } from "./text.ts";

/** Name and value pairs of a query, decoded, in the order in which they were sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** Serialization of a value under a name. */
export type Serialization = Pick<Parameter, "name" | "style" | "explode" | "mediaType">;

/** Reader of one parameter from the text of a request. `undefined` means that the parameter was not sent. */
export interface ParameterReader {
  /** Text of a path segment, header or cookie, already percent-decoded. */
  fromText(text: string): Json;
  fromPairs(pairs: Pairs): Json | undefined;
  /** Number of times that the parameter's name may occur in a query. With "once", only one occurrence would be read. */
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

/** Maximum depth of nested brackets. Deeper brackets count as characters of a member's name. */
const MAX_DEPTH = 32;

/** Compiles a reader of a parameter by its style and explode (OpenAPI 3.1, 4.8.12.2). */
export function createParameterReader(
  contract: Contract,
  parameter: Serialization & { readonly schema: Pick<Schema, "value"> },
): ParameterReader {
  const { name, style, explode, schema } = parameter;
  if (parameter.mediaType !== undefined) {
    return {
      times: "once",
      fromText: readJson,
      fromPairs: (pairs) => readIfPresent(selectPairValues(pairs, name)[0], readJson),
    };
  }
  const types = listJsonTypes(contract, schema.value);
  const isArray = types.includes("array") && !types.includes("string");
  const isObjectParameter = types.includes("object") && !types.includes("string") && !isArray;
  const readScalar = createTextReader(contract, schema.value);
  const readItem = createTextReader(contract, { allOf: listMemberSchemas(contract, schema.value, "items") });
  const separator = separators[style] ?? ",";
  const itemSeparator = style === "matrix" ? `;${name}=` : style === "label" ? "." : separator;

  const hasSingleShape = types.includes("array")
    ? isArray
    : isObjectParameter
      ? style !== "deepObject"
      : !types.includes("object");
  const hasNameForEachPart = explode && (isArray || isObjectParameter);

  return {
    times: hasSingleShape && !hasNameForEachPart ? "once" : "often",
    fromText(text) {
      if (isObjectParameter && explode)
        return objectFromPairs(splitAssignments(removePrefix(text, style), chooseSeparator(style)));
      const bare = removePrefix(text, style, name);
      if (isObjectParameter) return objectFromPairs(splitAlternating(bare, ","));
      if (!isArray) return readScalar(bare);
      if (bare === "") return [];
      return bare.split(explode ? itemSeparator : separator).map(readItem);
    },
    fromPairs(pairs) {
      if (isObjectParameter) return readRecord(pairs);
      const values = selectPairValues(pairs, name);
      if (!isArray) return readIfPresent(values.at(-1), readScalar);
      if (values.length === 0) return undefined;
      if (explode) return values.map(readItem);
      if (values[0] === "") return [];
      return (values[0] as string).split(separator).map(readItem);
    },
  };

  function readRecord(pairs: Pairs): Json | undefined {
    if (style === "deepObject") {
      const bracketPairs = pairs.flatMap(([key, value]) =>
        key.startsWith(`${name}[`) && key.endsWith("]") ? [[key.slice(name.length + 1, -1), value] as const] : [],
      );
      if (bracketPairs.length === 0) return undefined;
      return readNestedObject(bracketPairs, schema.value);
    }
    if (!explode)
      return readIfPresent(selectPairValues(pairs, name)[0], (text) =>
        objectFromPairs(splitAlternating(text, separator)),
      );
    const memberPairs = pairs.filter(([key]) => readableSchema(contract, schema.value).declares(key));
    if (memberPairs.length === 0) return undefined;
    return objectFromPairs(memberPairs);
  }

  /**
   * Reads nested objects: where a member may be an object, the keys of its members follow as "a][b". OpenAPI leaves
   * this case undefined.
   */
  function readNestedObject(pairs: Pairs, parent: JsonSchema, depth = 1): Json {
    const record: Record<string, Json> = {};
    const { member: schemaOf } = readableSchema(contract, parent);
    const nestedObjectName = (key: string): string | undefined => {
      const [head = ""] = key.split("][", 1);
      const isInside =
        head !== key && depth < MAX_DEPTH && readableSchema(contract, schemaOf(head)).types.includes("object");
      return isInside ? head : undefined;
    };
    for (const [head, own] of Map.groupBy(pairs, ([key]) => nestedObjectName(key))) {
      if (head === undefined)
        for (const [key, value] of own) define(record, key, readableSchema(contract, schemaOf(key)).read(value));
      else {
        const inside = own.map(([key, value]) => [key.slice(head.length + 2), value] as const);
        define(record, head, readNestedObject(inside, schemaOf(head), depth + 1));
      }
    }
    return record;
  }

  function objectFromPairs(pairs: Pairs): Json {
    const record: Record<string, Json> = {};
    const { member } = readableSchema(contract, schema.value);
    for (const [key, value] of pairs) define(record, key, readableSchema(contract, member(key)).read(value));
    return record;
  }
}

/** Serializes a parameter for a path (not yet percent-encoded), a header or a cookie. */
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
  return start + entries.map((entry) => entry.join("=")).join(chooseSeparator(style));
}

/** Serializes a query parameter as name and value pairs, not yet percent-encoded. */
export function writeParameterPairs(parameter: Serialization, value: Json): Pairs {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== undefined) return [[name, JSON.stringify(value)]];
  const separator = separators[style] ?? ",";
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, writeText(item)] as const);
    return [[name, value.map(writeText).join(separator)]];
  }
  if (!isObject(value)) return [[name, writeText(value)]];
  if (style === "deepObject") return nestedPairs(name, value);
  const entries = Object.entries(value).map(([key, item]) => [key, writeText(item)] as const);
  if (explode) return entries;
  return [[name, entries.flat().join(separator)]];
}

function nestedPairs(name: string, value: JsonObject): Pairs {
  return Object.entries(value).flatMap(([key, item]): Pairs => {
    const inner = `${name}[${key}]`;
    if (isObject(item) && Object.keys(item).length > 0) return nestedPairs(inner, item);
    return [[inner, writeText(item)]];
  });
}

/** Response header as a parameter, so that it is serialized and read like one. */
export function headerParameter(header: Header): Parameter {
  return { ...header, in: "header" };
}

function selectPairValues(pairs: Pairs, name: string): string[] {
  return pairs.flatMap(([key, value]) => (key === name ? [value] : []));
}

/** Separator between the members of an exploded object. */
function chooseSeparator(style: string): string {
  if (style === "matrix") return ";";
  if (style === "label") return ".";
  return ",";
}

/** Removes the prefix of a style. An exploded object has no parameter name in its prefix. */
function removePrefix(text: string, style: string, name?: string): string {
  const prefix = style === "label" ? "." : style === "matrix" ? (name === undefined ? ";" : `;${name}=`) : "";
  if (text.startsWith(prefix)) return text.slice(prefix.length);
  return text;
}

function splitAssignments(text: string, separator: string): Pairs {
  return text
    .split(separator)
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf("=");
      if (at < 0) return [part, ""] as const;
      return [part.slice(0, at), part.slice(at + 1)] as const;
    });
}

function splitAlternating(text: string, separator: string): Pairs {
  const parts = text === "" ? [] : text.split(separator);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""] as const] : []));
}

function readIfPresent(text: string | undefined, read: (text: string) => Json): Json | undefined {
  if (text === undefined) return undefined;
  return read(text);
}
