import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, MediaType } from "../model/contract.ts";
import { memberSchemaOf, membersOf, typesOf } from "../schema/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { fitsAll } from "../schema/validator.ts";
import type { Pairs } from "./parameter.ts";
import { readQuery, writeQuery } from "./query.ts";
import { readStyledField, styledPairs } from "./styled-field.ts";
import { createTextReader, writeText } from "./text.ts";

/** What a form says under a name: texts, and what stands in brackets behind it, several times only behind "[]". */
interface Said {
  readonly texts: string[];
  readonly inside: Map<string, Said[]>;
}

/**
 * Reads an application/x-www-form-urlencoded body: repeated names are arrays, "a[b]" is a member, "a[0]" and "a[]" are
 * items, where no encoding has them otherwise.
 */
export function readForm(
  contract: Contract,
  schema: JsonSchema,
  body: string,
  encodings: MediaType["encodings"] = {},
): Json {
  const root: Said = { texts: [], inside: new Map() };
  const pairs = readQuery(body);
  const fields = Object.entries(encodings).flatMap(([name, encoding]) => {
    const member = memberSchemaOf(contract, schema, name);
    const field = readStyledField(contract, { name, encoding, schema: member }, pairs);
    return field ? [{ name, ...field }] : [];
  });
  const styled = new Set(fields.flatMap(({ names }) => [...names]));
  for (const [name, text] of pairs) if (!styled.has(name)) place(root, pathIn(name), text);
  const own = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return { ...membersIn(root, schema), ...own };

  function valueOf(said: Said, at: JsonSchema): Json {
    const { texts, inside } = said;
    const types = typesOf(contract, at);
    const mayBeList = types.includes("array");
    const item: JsonSchema = mayBeList ? { allOf: membersOf(contract, at, "items") } : at;
    const isList = inside.size > 0 ? mayBeList && [...inside.keys()].every(isIndex) : !types.includes("string");
    if (inside.size > 0 && !isList) return membersIn(said, at);
    const items = [...texts.map(createTextReader(contract, item)), ...itemsIn(inside, item)];
    if ((mayBeList && isList) || items.length !== 1) return items;
    const alone = createTextReader(contract, at)(texts[0] as string);
    // What may be a text or a list is a list where it cannot be that text.
    return mayBeList && !fits(at, alone) && fits(at, items) ? items : alone;
  }

  function itemsIn(inside: Said["inside"], item: JsonSchema): Json[] {
    return [...inside]
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
      .flatMap(([, all]) => all.map((said) => valueOf(said, item)));
  }

  function membersIn({ inside }: Said, at: JsonSchema): JsonObject {
    const members: Record<string, Json> = {};
    for (const [key, [said]] of inside)
      if (said) define(members, key, valueOf(said, memberSchemaOf(contract, at, key)));
    return members;
  }

  function fits(at: JsonSchema, value: Json): boolean {
    return fitsAll(contract, [at], "request", value) === true;
  }
}

function place(target: Said, [key = "", ...rest]: readonly string[], text: string): void {
  const all = target.inside.get(key) ?? [];
  target.inside.set(key, all);
  const last = all.at(-1);
  // Behind "[]" an item goes on until it would have a member twice.
  const isNext = key === "" && (rest.length === 0 || last?.inside.has(rest[0] as string));
  const said: Said = isNext || !last ? { texts: [], inside: new Map() } : last;
  if (said !== last) all.push(said);
  if (rest.length === 0) said.texts.push(text);
  else place(said, rest, text);
}

function isIndex(key: string): boolean {
  return /^\d*$/.test(key);
}

/** What has no index comes last. */
function placeOf(key: string): number {
  return key === "" ? Infinity : Number(key);
}

/** Deeper than any form; who sends more means a name with brackets in it. */
const MAX_LEVELS = 20;

/** "a[b][c]" names the member c of the member b of a. */
function pathIn(name: string): string[] {
  const path = name.split("[").map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
  return path.length > MAX_LEVELS ? [name] : path;
}

/**
 * Writes an object as an application/x-www-form-urlencoded body: lists of plain values by their repeated name, where no
 * encoding has them otherwise.
 */
export function writeForm(value: Json, encodings: MediaType["encodings"] = {}): string {
  const pairs = Object.entries(isObject(value) ? value : {}).flatMap(([key, item]) => {
    const encoding = Object.hasOwn(encodings, key) ? encodings[key] : undefined;
    return (encoding && styledPairs(key, encoding, item)) ?? pairsOf(key, item);
  });
  return writeQuery(pairs);
}

function pairsOf(name: string, value: Json): Pairs {
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item));
  if (!Array.isArray(value)) return [[name, writeText(value)]];
  const items = value as readonly Json[];
  if (items.every((item) => typeof item !== "object" || item === null))
    return items.map((item) => [name, writeText(item)]);
  return items.flatMap((item, index) => {
    const pairs = pairsOf(`${name}[${index}]`, item);
    return pairs.length > 0 ? pairs : [[`${name}[${index}]`, writeText(item)] as const];
  });
}
