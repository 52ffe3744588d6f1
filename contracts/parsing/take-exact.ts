import type { Json } from "../model/json.ts";
import { appendToken } from "../model/pointer.ts";
import { define } from "../model/shapes.ts";

/** A number of a file that is no double, as it is written: stands in a parsed value until `takeExact` has noted it. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Replaces exact numbers by the nearest doubles, in place. Returns their texts by pointer. */
export function takeExact(root: unknown): { readonly value: unknown; readonly texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  // What YAML aliases share is come upon several times.
  const replaced = new Map<object, Map<string, string>>();
  return { value: take(root, "", () => undefined), texts };

  function take(value: unknown, pointer: string, note: (text: string) => void): unknown {
    if (value instanceof ExactNumber) {
      texts.set(pointer, value.text);
      note(value.text);
      return Number(value.text);
    }
    if (typeof value !== "object" || value === null) return value;
    const known = replaced.get(value) ?? new Map<string, string>();
    replaced.set(value, known);
    const members = value as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const at = appendToken(pointer, key);
      const text = known.get(key);
      if (text !== undefined) texts.set(at, text);
      const item = members[key];
      const kept = take(item, at, (own) => known.set(key, own));
      if (kept !== item) define(members as Record<string, Json>, key, kept as Json);
    }
    return value;
  }
}
