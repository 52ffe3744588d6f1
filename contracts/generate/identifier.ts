import type { JsonSchema } from "../model/json.ts";
import type { Builder } from "./build.ts";
import { formatOf } from "./types/formats.ts";
import { seededHex } from "./seed.ts";
import { hasTexts } from "./types/string.ts";

export interface IdentifierOptions {
  /** The same name gives the same id, another name another one. */
  readonly name: string;
  /** Stands before the digits where the schema leaves it open: "meter" gives "meter_19c2…". */
  readonly prefix: string;
  /** The id, where ids are numbers. */
  readonly counter: number;
}

/** An id that fits all of the schemas, as far as their keywords are known. */
export function identifierFor(
  builder: Builder,
  schemas: readonly JsonSchema[],
  { name, prefix, counter }: IdentifierOptions,
): string | number {
  const readable = `${prefix}_${seededHex(name, 12)}`;
  const cases = builder.cases(schemas);
  const text = cases.find(({ type }) => type === "string");
  if (!text) {
    const number = cases.find(({ type }) => type === "number");
    return number ? counted(counter, Math.max(number.minimum, Math.floor(number.exclusiveMinimum) + 1)) : readable;
  }
  const isFree = !text.values && text.patterns.length === 0 && !text.formats.some((format) => formatOf(format));
  if (!hasTexts(text)) return readable;
  if (isFree && text.maxLength >= readable.length) return readable.padEnd(text.minLength, "0");
  if (isFree) return seededHex(name, Math.max(1, Math.min(64, text.maxLength)));
  const made = builder.plain(schemas, { name, label: `${prefix}_id`, optional: false, examples: false });
  return typeof made === "string" ? made : readable;
}

/** Ids are counted from the first one that is allowed. */
function counted(counter: number, first: number): number {
  return first > 1 ? Math.ceil(first) - 1 + counter : counter;
}
