import type { Contract, Json, JsonSchema } from "../model/contract.ts";
import { memberSchemaOf, membersOf, typesOf } from "../model/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Pairs } from "./parameter.ts";
import { readQuery, writeQuery } from "./query.ts";
import { createTextReader, writeText } from "./text.ts";

/** Reads an application/x-www-form-urlencoded body: repeated names are arrays, "a[b]" is a member. */
export function readForm(contract: Contract, schema: JsonSchema, body: string): Json {
  const root: Record<string, Json> = {};
  for (const [name, text] of readQuery(body)) {
    place(root, schema, pathIn(name), text);
  }
  return root;

  function place(target: Record<string, Json>, at: JsonSchema, [key, ...rest]: readonly string[], text: string): void {
    const member = memberSchemaOf(contract, at, key as string);
    const known = Object.hasOwn(target, key as string) ? target[key as string] : undefined;
    const isList = typesOf(contract, member).includes("array") && !typesOf(contract, member).includes("string");
    if (rest.length === 0 || isList) {
      const item: JsonSchema = isList ? { allOf: membersOf(contract, member, "items") } : member;
      const value = createTextReader(contract, item)(text);
      define(
        target,
        key as string,
        isList || known !== undefined
          ? [...(Array.isArray(known) ? known : known === undefined ? [] : [known]), value]
          : value,
      );
      return;
    }
    const inner: Record<string, Json> = isObject(known) ? { ...known } : {};
    place(inner, member, rest, text);
    define(target, key as string, inner);
  }
}

/** Deeper than any form; who sends more means a name with brackets in it. */
const MAX_LEVELS = 20;

/** "a[b][c]" names the member c of the member b of a. */
function pathIn(name: string): string[] {
  const path = name.split("[").map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
  return path.length > MAX_LEVELS ? [name] : path;
}

/** Writes an object as an application/x-www-form-urlencoded body. */
export function writeForm(value: Json): string {
  return writeQuery(isObject(value) ? Object.entries(value).flatMap(([key, item]) => pairsOf(key, item)) : []);
}

function pairsOf(name: string, value: Json): Pairs {
  if (Array.isArray(value)) return value.map((item) => [name, writeText(item)] as const);
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item));
  return [[name, writeText(value)]];
}
