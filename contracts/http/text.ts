import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { type JsonType, listJsonTypes } from "../schema/schema.ts";

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Compiles a reader of text as a value of the schema's types. Text that matches none of the types stays a string. */
export function createTextReader(contract: Contract, schema: JsonSchema): (text: string) => Json {
  const types = listJsonTypes(contract, schema);
  if (types.length === 1 && types[0] === "string") return (text) => text;
  return (text) => readTypedText(text, types);
}

/** Serializes a scalar for a path, a query, a header or a form. */
export function writeText(value: Json): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}

function readTypedText(text: string, types: readonly JsonType[]): Json {
  if ((types.includes("number") || types.includes("integer")) && jsonNumber.test(text)) return readNumber(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && (text === "null" || (text === "" && !types.includes("string")))) return null;
  if (!types.includes("string") && /^[[{]/.test(text)) return readJson(text);
  return text;
}

/** Number of the text as JSON can hold it: "-0" becomes 0, and "1e999" stays text. */
function readNumber(text: string): Json {
  const number = Number(text);
  if (Number.isFinite(number)) return number + 0;
  return text;
}

/**
 * Reads an object or array whose position has no style for it. Malformed JSON stays text, which validation then
 * rejects.
 */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
