import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, MediaType } from "../model/contract.ts";
import { define, isObject } from "../model/shapes.ts";
import { acceptedByAll } from "../schema/accepted-by-all.ts";
import type { Pairs } from "./parameter.ts";
import { readQuery, writeQuery } from "./query.ts";
import { readStyledField, styledPairs } from "./styled-field.ts";
import { readableSchema } from "./readable-schema.ts";
import { writeText } from "./text.ts";

/**
 * Node of a form's names: values, and children by the key in the brackets. Only the key "" (from "[]") has several
 * children.
 */
interface FormNode {
  readonly values: string[];
  readonly children: Map<string, FormNode[]>;
}

/**
 * Reads an application/x-www-form-urlencoded body. Repeated names are arrays, "a[b]" is a member, "a[0]" and "a[]" are
 * items. An encoding overrides this for its field.
 */
export function readForm(
  contract: Contract,
  schema: JsonSchema,
  body: string,
  encodings: MediaType["encodings"] = {},
): Json {
  const root: FormNode = { values: [], children: new Map() };
  const pairs = readQuery(body);
  const fields = Object.entries(encodings).flatMap(([name, encoding]) => {
    const member = readableSchema(contract, schema).member(name);
    const field = readStyledField(contract, { name, encoding, schema: member }, pairs);
    return field ? [{ name, ...field }] : [];
  });
  const styled = new Set(fields.flatMap(({ names }) => [...names]));
  for (const [name, text] of pairs) if (!styled.has(name)) insertText(root, splitFieldName(name), text);
  const styledFields = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return { ...readFormMembers(root, schema), ...styledFields };

  function readFormNode(node: FormNode, nodeSchema: JsonSchema): Json {
    const { values, children } = node;
    const readable = readableSchema(contract, nodeSchema);
    const { types } = readable;
    const acceptsArray = types.includes("array");
    const item: JsonSchema = acceptsArray ? readable.item : nodeSchema;
    const isWrittenAsList =
      children.size > 0 ? acceptsArray && [...children.keys()].every(isIndex) : !types.includes("string");
    if (children.size > 0 && !isWrittenAsList) return readFormMembers(node, nodeSchema);
    const items = [...values.map(readableSchema(contract, item).read), ...readFormItems(children, item)];
    if ((acceptsArray && isWrittenAsList) || items.length !== 1) return items;
    const scalar = readable.read(values[0] as string);
    // If the schema accepts a scalar and a list, the value is a list only when the scalar is invalid.
    if (acceptsArray && !fitsSchema(nodeSchema, scalar) && fitsSchema(nodeSchema, items)) return items;
    return scalar;
  }

  function readFormItems(children: FormNode["children"], item: JsonSchema): Json[] {
    return [...children]
      .toSorted(([one], [other]) => toPosition(one) - toPosition(other))
      .flatMap(([, all]) => all.map((child) => readFormNode(child, item)));
  }

  function readFormMembers({ children }: FormNode, nodeSchema: JsonSchema): JsonObject {
    const members: Record<string, Json> = {};
    const { member } = readableSchema(contract, nodeSchema);
    for (const [key, [child]] of children) if (child) define(members, key, readFormNode(child, member(key)));
    return members;
  }

  function fitsSchema(valueSchema: JsonSchema, value: Json): boolean {
    return acceptedByAll(contract, [valueSchema], "request", value) === true;
  }
}

function insertText(target: FormNode, [key = "", ...rest]: readonly string[], text: string): void {
  const siblings = target.children.get(key) ?? [];
  target.children.set(key, siblings);
  const last = siblings.at(-1);
  // Names with "[]" add members to the last item. A member that the item has already starts a new item.
  const startsItem = key === "" && (rest.length === 0 || last?.children.has(rest[0] as string));
  const node: FormNode = startsItem || !last ? { values: [], children: new Map() } : last;
  if (node !== last) siblings.push(node);
  if (rest.length === 0) node.values.push(text);
  else insertText(node, rest, text);
}

function isIndex(key: string): boolean {
  return /^\d*$/.test(key);
}

/** Position of an index in its list. Items without an index come last. */
function toPosition(key: string): number {
  return key === "" ? Infinity : Number(key);
}

/** Maximum depth of a form. The brackets of a deeper name are part of the name. */
const MAX_FORM_DEPTH = 20;

/** Splits a field name into keys: "a[b][c]" is the member c of the member b of a. */
function splitFieldName(name: string): string[] {
  const path = name.split("[").map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
  if (path.length > MAX_FORM_DEPTH) return [name];
  return path;
}

/**
 * Serializes an object as application/x-www-form-urlencoded. A list of scalars repeats its name. An encoding overrides
 * this for its field.
 */
export function writeForm(value: Json, encodings: MediaType["encodings"] = {}): string {
  const pairs = Object.entries(isObject(value) ? value : {}).flatMap(([key, item]) => {
    const encoding = Object.hasOwn(encodings, key) ? encodings[key] : undefined;
    return (encoding && styledPairs(key, encoding, item)) ?? writeFormPairs(key, item);
  });
  return writeQuery(pairs);
}

function writeFormPairs(name: string, value: Json): Pairs {
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => writeFormPairs(`${name}[${key}]`, item));
  if (!Array.isArray(value)) return [[name, writeText(value)]];
  const items = value as readonly Json[];
  if (items.every((item) => typeof item !== "object" || item === null))
    return items.map((item) => [name, writeText(item)]);
  return items.flatMap((item, index) => {
    const pairs = writeFormPairs(`${name}[${index}]`, item);
    if (pairs.length > 0) return pairs;
    return [[`${name}[${index}]`, writeText(item)] as const];
  });
}
