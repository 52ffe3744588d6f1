import type { Part } from "./part.ts";
import { textOf } from "./equality/json-text.ts";
import { type Json, isObject } from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";

/** Removes each `not` that rejects the same values as an earlier part. */
export function withoutRepeatedNot(parts: readonly Part[]): readonly Part[] {
  const ruling = parts.filter(({ schema: { not } }) => not !== undefined);
  if (ruling.length < 2) return parts;
  const alike = ruling.filter((part) => valuesRejectedBy(part) && part.basis === ruling[0]?.basis);
  const [first, ...others] = alike;
  if (!first || others.length === 0) return parts;
  const all = new Map(alike.flatMap((part) => valuesRejectedBy(part) ?? []).map((value) => [textOf(value), value]));
  return parts.map((part) => {
    const { not: _, ...rest } = part.schema;
    if (part === first) return { ...part, schema: { ...rest, not: { enum: [...all.values()] } } };
    return others.includes(part) ? { ...part, schema: rest } : part;
  });
}

/**
 * Values that the `not` of a part rejects, if it has no other effect. Null may be allowed by a union around the part.
 */
function valuesRejectedBy({ schema: { not } }: Part): readonly Json[] | undefined {
  if (!isObject(not)) return undefined;
  const [entry, another] = Object.entries(not).filter(([keyword]) => !isAnnotation(keyword));
  if (!entry || another) return undefined;
  const [keyword, value] = entry;
  const values =
    keyword === "const" ? [value] : keyword === "enum" && Array.isArray(value) ? (value as Json[]) : [null];
  return values.includes(null) ? undefined : values;
}
