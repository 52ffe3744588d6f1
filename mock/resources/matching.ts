import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
} from "../../contracts/index.ts";
import type { Field } from "./fields.ts";
import type { Matcher, Test } from "./selection.ts";

const textNames = /^(q|query|search|text|term|keywords?|search_?(text|term|query)|full_?text)$/i;
const filterNames = /^(filters?|where)$/i;

/** What a field asks of the items of a list; nothing where its meaning is not plain. */
export function matcherOf(contract: Contract, item: JsonSchema, { name, schema }: Field): Matcher | undefined {
  const types = typesOf(contract, schema);
  if (propertyNamesOf(contract, item).has(name)) {
    const words = wordsOnlyIn(contract, schema, { allOf: membersOf(contract, item, name) });
    return (sent) => (words.has(sent) ? undefined : equal(name, sent));
  }
  if (textNames.test(name) && types.includes("string")) return containing;
  const isMap = types.includes("object") && !types.includes("string");
  return filterNames.test(name) && isMap ? (sent) => all(isObject(sent) ? sent : {}) : undefined;
}

/** Values that can be asked for and that no item can have: "all", say. What they mean is not plain. */
function wordsOnlyIn(contract: Contract, asked: JsonSchema, property: JsonSchema): Set<Json> {
  const valuesIn = (schema: JsonSchema): Json[] =>
    partsOf(contract, schema).flatMap((part) => (Array.isArray(part["enum"]) ? (part["enum"] as Json[]) : []));
  const possible = valuesIn(property);
  return new Set(possible.length === 0 ? [] : valuesIn(asked).filter((value) => !possible.includes(value)));
}

function all(filters: JsonObject): Test | undefined {
  const tests = Object.entries(filters).flatMap(([name, sent]) => equal(name, sent) ?? []);
  return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item));
}

/** Equal to what was sent, or to one of it; of a property that is a list, one item is. */
function equal(name: string, sent: Json): Test | undefined {
  const wanted = (Array.isArray(sent) ? sent : [sent]) as readonly Json[];
  if (wanted.some((value) => typeof value === "object")) return undefined;
  // A query knows no types: 1 is sent as "1".
  const texts = new Set(wanted.map(String));
  const isWanted = (value: Json): boolean => typeof value !== "object" && texts.has(String(value));
  return (item) => {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (value === undefined) return false;
    return Array.isArray(value) ? value.some(isWanted) : isWanted(value);
  };
}

/** With each word in one of its texts, in capitals or not. */
function containing(sent: Json): Test | undefined {
  const words = String(sent).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return (item) => {
    const texts = textsIn(item);
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value.toLowerCase()];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
