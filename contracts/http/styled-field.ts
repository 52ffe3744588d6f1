import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, FieldEncoding } from "../model/contract.ts";
import { listMemberSchemas, listJsonTypes } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { isJson } from "../model/success.ts";
import { type Pairs, type Serialization, createParameterReader, writeParameterPairs } from "./parameter.ts";

/** Field of a form, and the names of the pairs that it was read from. */
interface StyledField {
  readonly value: Json;
  readonly names: ReadonlySet<string>;
}

/**
 * Reads a form field whose `encoding` asks for JSON or for the style of a query parameter. Returns undefined if the
 * field is absent or has the default form encoding.
 */
export function readStyledField(
  contract: Contract,
  { name, encoding, schema }: { readonly name: string; readonly encoding: FieldEncoding; readonly schema: JsonSchema },
  pairs: Pairs,
): StyledField | undefined {
  const types = listJsonTypes(contract, schema);
  const kind = types.includes("array") ? "array" : types.includes("object") ? "object" : undefined;
  const serialization = kind && !types.includes("string") ? readSerialization(name, encoding, kind) : undefined;
  if (!serialization) return undefined;
  const isDescribedMember = (key: string): boolean => listMemberSchemas(contract, schema, key).length > 0;
  const hasNameForEachMember = kind === "object" && serialization.explode && serialization.mediaType === undefined;
  const ownPairs = pairs.filter(([key]) => (hasNameForEachMember ? isDescribedMember(key) : key === name));
  if (ownPairs.length === 0) return undefined;
  const { fromPairs } = createParameterReader(contract, { ...serialization, schema: { value: schema } });
  // A name that occurs more often than allowed yields a list, which validation then rejects.
  const read = (hasNameForEachMember ? [ownPairs] : ownPairs.map((pair) => [pair])).map(
    (each) => fromPairs(each) ?? null,
  );
  const [value = null, another] = read;
  return { value: another === undefined ? value : read, names: new Set(ownPairs.map(([key]) => key)) };
}

/** Serializes a field by its `encoding`. Returns undefined if the field has the default form encoding. */
export function styledPairs(name: string, encoding: FieldEncoding, value: Json): Pairs | undefined {
  const kind = Array.isArray(value) ? "array" : isObject(value) ? "object" : undefined;
  const serialization = kind && readSerialization(name, encoding, kind);
  return serialization && writeParameterPairs(serialization, value);
}

/**
 * Serialization that `encoding` asks for. Returns undefined for the default: lists repeat the name, and members are in
 * brackets.
 */
function readSerialization(
  name: string,
  { style, explode = true, contentType }: FieldEncoding,
  kind: "array" | "object",
): Serialization | undefined {
  if (contentType !== undefined && isJson(contentType))
    return { name, style: "form", explode: false, mediaType: contentType };
  if (style === undefined || style === "deepObject" || (kind === "array" && explode)) return undefined;
  return { name, style, explode };
}
