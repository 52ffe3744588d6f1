import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, FieldEncoding } from "../model/contract.ts";
import { membersOf, typesOf } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { isJson } from "../model/success.ts";
import { type Pairs, type Writing, createParameterReader, writeParameterPairs } from "./parameter.ts";

/** A field of a form as it was read, and the names of the pairs that say it. */
interface Field {
  readonly value: Json;
  readonly names: ReadonlySet<string>;
}

/**
 * Reads a field of a form whose `encoding` has it written otherwise than forms are by themselves: as the parameter of a
 * query, or as JSON. Undefined where it is not there, or written as all are.
 */
export function readStyledField(
  contract: Contract,
  { name, encoding, schema }: { readonly name: string; readonly encoding: FieldEncoding; readonly schema: JsonSchema },
  pairs: Pairs,
): Field | undefined {
  const types = typesOf(contract, schema);
  const kind = types.includes("array") ? "array" : types.includes("object") ? "object" : undefined;
  const writing = kind && !types.includes("string") ? writingOf(name, encoding, kind) : undefined;
  if (!writing) return undefined;
  const isMember = (key: string): boolean => membersOf(contract, schema, key).length > 0;
  const isSpread = kind === "object" && writing.explode && writing.mediaType === undefined;
  const own = pairs.filter(([key]) => (isSpread ? isMember(key) : key === name));
  if (own.length === 0) return undefined;
  const { fromPairs } = createParameterReader(contract, { ...writing, schema: { value: schema } });
  // What stands there several times, and should once, is a list where none is expected.
  const read = (isSpread ? [own] : own.map((pair) => [pair])).map((each) => fromPairs(each) ?? null);
  const [value = null, another] = read;
  return { value: another === undefined ? value : read, names: new Set(own.map(([key]) => key)) };
}

/** The name and value pairs of such a field; undefined where it is written as all are. */
export function styledPairs(name: string, encoding: FieldEncoding, value: Json): Pairs | undefined {
  const kind = Array.isArray(value) ? "array" : isObject(value) ? "object" : undefined;
  const writing = kind && writingOf(name, encoding, kind);
  return writing && writeParameterPairs(writing, value);
}

/** Forms have a list by a name that stands several times, and members in brackets. */
function writingOf(
  name: string,
  { style, explode = true, contentType }: FieldEncoding,
  kind: "array" | "object",
): Writing | undefined {
  if (contentType !== undefined && isJson(contentType))
    return { name, style: "form", explode: false, mediaType: contentType };
  if (style === undefined || style === "deepObject" || (kind === "array" && explode)) return undefined;
  return { name, style, explode };
}
