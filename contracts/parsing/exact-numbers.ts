import type { Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { findOrigin } from "./origins.ts";
import { join } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";

/** Returns the source text of the numbers that no double can represent, by pointer into the contract's document. */
export function collectExactNumbers({ document, origins }: Contract): ReadonlyMap<string, string> {
  const textsByPointer = new Map<string, string>();
  const { numbers } = origins;
  if (!numbers) return textsByPointer;
  const values = new Set(Object.values(numbers).flatMap((texts) => Object.values(texts).map(Number)));
  rewriteNumbers(document, (value, pointerOf) => {
    if (!values.has(value)) return value;
    const pointer = pointerOf();
    const text = findNumberText(pointer) ?? findNumberText(pointer.replace(/\/exclusiveM(?=(?:ax|in)imum$)/, "/m"));
    if (text !== undefined && Number(text) === value) textsByPointer.set(pointer, text);
    return value;
  });
  return textsByPointer;

  function findNumberText(pointer: string): string | undefined {
    const origin = findOrigin(origins, pointer);
    return numbers?.[origin.file]?.[origin.pointer];
  }
}

/** Returns the document of a contract for printing: JSON.stringify writes all numbers as in the source. */
export function exactDocument(contract: Contract): Json {
  const textsByPointer = collectExactNumbers(contract);
  if (textsByPointer.size === 0) return contract.document;
  return rewriteNumbers(contract.document, (value, pointer) => {
    const text = textsByPointer.get(pointer());
    if (text === undefined) return value;
    return rawNumber(text);
  });
}

interface RawJson {
  rawJSON(text: string): Json;
  isRawJSON(value: unknown): boolean;
}

/** Returns an object that JSON.stringify writes as the given number text. */
export function rawNumber(text: string): Json {
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i.test(text);
  return (JSON as unknown as RawJson).rawJSON(
    isJson ? text : String(/^0[xo]/.test(text) ? BigInt(text) : Number(text)),
  );
}

/** Returns true for a result of `rawNumber()`. */
export function isRawNumber(value: unknown): boolean {
  return (JSON as unknown as RawJson).isRawJSON(value);
}

/**
 * Replaces numbers in a value. Parts without replaced numbers stay the same objects. Pointers are functions, because few
 * numbers of a document need theirs.
 */
export function rewriteNumbers(root: Json, change: (value: number, pointer: () => string) => Json): Json {
  const tokens: (string | number)[] = [];
  const pointer = (): string => join("", ...tokens);
  return rewritten(root);

  function rewritten(value: Json): Json {
    if (typeof value === "number") return change(value, pointer);
    if (Array.isArray(value)) return rewrittenItems(value);
    if (!isObject(value)) return value;
    let result: Record<string, Json> | undefined;
    for (const key of Object.keys(value)) {
      const member = value[key] as Json;
      if (typeof member === "string") continue;
      tokens.push(key);
      const changed = rewritten(member);
      tokens.pop();
      if (changed !== member) define((result ??= { ...value }), key, changed);
    }
    return result ?? value;
  }

  function rewrittenItems(items: readonly Json[]): Json {
    const changed = items.map((item, index) => {
      tokens.push(index);
      const replacement = rewritten(item);
      tokens.pop();
      return replacement;
    });
    if (changed.some((item, index) => item !== items[index])) return changed;
    return items;
  }
}
