import type { SchemaNode } from "./subjects.ts";

/** By format, two to the power of the bits that a number has beside its sign. */
const powers: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** The numbers that fit the formats of a schema, in its own words, as validators do not look at these; undefined for all. */
export function widthOf({
  all,
}: Pick<SchemaNode, "all">): { readonly minimum: number; readonly exclusiveMaximum: number } | undefined {
  const power = Math.min(...all("format").flatMap(({ value }) => powers[String(value)] ?? []));
  return power === Infinity ? undefined : { minimum: -power, exclusiveMaximum: power };
}
