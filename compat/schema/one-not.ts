import type { Part } from "./part.ts";
import { textOf } from "./equality/json-text.ts";
import { type Json, isObject } from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";

/** The parts of a view in which the first that rules values out does so for those that do the same. */
export function withOneNot(parts: readonly Part[]): readonly Part[] {
  const ruling = parts.filter(({ schema: { not } }) => not !== undefined);
  if (ruling.length < 2) return parts;
  const alike = ruling.filter((part) => ruledOut(part) && part.basis === ruling[0]?.basis);
  const [first, ...others] = alike;
  if (!first || others.length === 0) return parts;
  const all = new Map(alike.flatMap((part) => ruledOut(part) ?? []).map((value) => [textOf(value), value]));
  return parts.map((part) => {
    const { not: _, ...rest } = part.schema;
    if (part === first) return { ...part, schema: { ...rest, not: { enum: [...all.values()] } } };
    return others.includes(part) ? { ...part, schema: rest } : part;
  });
}

/** The values that a part says a value is not, where it says no more by that; null is let in by what stands around a part. */
function ruledOut({ schema: { not } }: Part): readonly Json[] | undefined {
  if (!isObject(not)) return undefined;
  const [said, another] = Object.entries(not).filter(([keyword]) => !isAnnotation(keyword));
  if (!said || another) return undefined;
  const [keyword, value] = said;
  const values =
    keyword === "const" ? [value] : keyword === "enum" && Array.isArray(value) ? (value as Json[]) : [null];
  return values.includes(null) ? undefined : values;
}
