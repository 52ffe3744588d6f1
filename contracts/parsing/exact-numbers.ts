import type { Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { originIn } from "./origins.ts";
import { appendToken, join } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";

/** The numbers of a contract's document that are no doubles, as they are written, by pointer. */
export function exactNumbersOf({ document, origins }: Contract): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const { numbers } = origins;
  if (!numbers) return found;
  rewriteNumbers(document, (value, pointer) => {
    const text = textAt(pointer) ?? textAt(pointer.replace(/\/exclusiveM(?=(?:ax|in)imum$)/, "/m"));
    if (text !== undefined && Number(text) === value) found.set(pointer, text);
    return value;
  });
  return found;

  function textAt(pointer: string): string | undefined {
    const origin = originIn(origins, pointer);
    return numbers?.[origin.file]?.[origin.pointer];
  }
}

/** A document to be printed: JSON.stringify writes its numbers as they were written. */
export function exactDocument(contract: Contract): Json {
  const texts = exactNumbersOf(contract);
  if (texts.size === 0) return contract.document;
  return rewriteNumbers(contract.document, (value, pointer) => {
    const text = texts.get(pointer);
    return text === undefined ? value : rawNumber(text);
  });
}

interface RawJson {
  rawJSON(text: string): Json;
  isRawJSON(value: unknown): boolean;
}

/** A number that JSON.stringify writes as the text says: in JavaScript, it is an object. */
export function rawNumber(text: string): Json {
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i.test(text);
  return (JSON as unknown as RawJson).rawJSON(
    isJson ? text : String(/^0[xo]/.test(text) ? BigInt(text) : Number(text)),
  );
}

/** Whether a value is a number that JavaScript has no double for. */
export function isRawNumber(value: unknown): boolean {
  return (JSON as unknown as RawJson).isRawJSON(value);
}

/** A value with other numbers; what holds none of those stays the same object. */
export function rewriteNumbers(root: Json, change: (value: number, pointer: string) => Json, at = ""): Json {
  if (typeof root === "number") return change(root, at);
  if (Array.isArray(root)) {
    const items: readonly Json[] = root;
    const changed = items.map((item, index) => rewriteNumbers(item, change, join(at, index)));
    return changed.some((item, index) => item !== items[index]) ? changed : items;
  }
  if (!isObject(root)) return root;
  let result: Record<string, Json> | undefined;
  for (const [key, value] of Object.entries(root)) {
    const changed = rewriteNumbers(value, change, appendToken(at, key));
    if (changed !== value) define((result ??= { ...root }), key, changed);
  }
  return result ?? root;
}
