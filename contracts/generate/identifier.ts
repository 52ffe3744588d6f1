import type { JsonSchema } from "../model/json.ts";
import type { Builder } from "./builder.ts";
import { findFormat } from "./types/formats.ts";
import { seededHex } from "./seed.ts";
import { hasTexts } from "./types/string.ts";

export interface IdentifierOptions {
  /** Seed: the same name gives the same id, another name another one. */
  readonly name: string;
  /** Text before the digits if the schema allows it: "meter" gives "meter_19c2…". */
  readonly prefix: string;
  /** Value of the id if ids are numbers. */
  readonly counter: number;
}

/** Id that should be valid against all schemas. */
export function generateIdentifier(
  builder: Builder,
  schemas: readonly JsonSchema[],
  { name, prefix, counter }: IdentifierOptions,
): string | number {
  const readable = (): string => `${prefix}_${seededHex(name, 12)}`;
  const cases = builder.cases(schemas);
  const text = cases.find(({ type }) => type === "string");
  if (!text) {
    const number = cases.find(({ type }) => type === "number");
    if (number) return numericId(counter, Math.max(number.minimum, Math.floor(number.exclusiveMinimum) + 1));
    return readable();
  }
  const isFree = !text.values && text.patterns.length === 0 && !text.formats.some((format) => findFormat(format));
  if (!hasTexts(text)) return readable();
  if (isFree && text.maxLength >= prefix.length + 13) return readable().padEnd(text.minLength, "0");
  if (isFree) return seededHex(name, Math.max(1, Math.min(64, text.maxLength)));
  const plainValue = builder.plain(schemas, { name, label: `${prefix}_id`, optional: false, examples: false });
  if (typeof plainValue === "string") return plainValue;
  return readable();
}

/** Numeric id, counted from the first allowed one. */
function numericId(counter: number, first: number): number {
  if (first > 1) return Math.ceil(first) - 1 + counter;
  return counter;
}
