import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { type JsonType, typesOf } from "../schema/schema.ts";

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads a text from the wire as a value of the schema's types; what fits none of them stays text. */
export function createTextReader(contract: Contract, schema: JsonSchema): (text: string) => Json {
  const types = typesOf(contract, schema);
  if (types.length === 1 && types[0] === "string") return (text) => text;
  return (text) => readText(text, types);
}

/** A scalar as it is written in a path, a query, a header or a form. */
export function writeText(value: Json): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function readText(text: string, types: readonly JsonType[]): Json {
  if ((types.includes("number") || types.includes("integer")) && jsonNumber.test(text)) return readNumber(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && (text === "null" || (text === "" && !types.includes("string")))) return null;
  if (!types.includes("string") && /^[[{]/.test(text)) return readJson(text);
  return text;
}

/** A number that JSON can hold; "-0" is 0, and "1e999" stays text. */
function readNumber(text: string): Json {
  const number = Number(text);
  return Number.isFinite(number) ? number + 0 : text;
}

/** An object or array inside of what has no style for it; malformed JSON stays text, which a schema then refuses. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
