import type { Json } from "../model/json.ts";
import { appendToken } from "../model/pointer.ts";
import { define } from "../model/shapes.ts";

/** Source text of a number that no double can represent. Part of a parsed value until `extractExactNumbers` replaces it. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Replaces exact numbers in place by the nearest doubles. Returns their source texts by pointer. */
export function extractExactNumbers(root: unknown): {
  readonly value: unknown;
  readonly texts: ReadonlyMap<string, string>;
} {
  const texts = new Map<string, string>();
  // The target of several YAML aliases is visited several times, and its numbers are already replaced the second time.
  const textsByObject = new Map<object, Map<string, string>>();
  return { value: replaceNumbers(root, "", () => undefined), texts };

  function replaceNumbers(value: unknown, pointer: string, note: (text: string) => void): unknown {
    if (value instanceof ExactNumber) {
      texts.set(pointer, value.text);
      note(value.text);
      return Number(value.text);
    }
    if (typeof value !== "object" || value === null) return value;
    const knownTexts = textsByObject.get(value) ?? new Map<string, string>();
    textsByObject.set(value, knownTexts);
    const members = value as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const memberPointer = appendToken(pointer, key);
      const text = knownTexts.get(key);
      if (text !== undefined) texts.set(memberPointer, text);
      const item = members[key];
      const replacement = replaceNumbers(item, memberPointer, (numberText) => knownTexts.set(key, numberText));
      if (replacement !== item) define(members as Record<string, Json>, key, replacement as Json);
    }
    return value;
  }
}
