import type { SchemaNode } from "./subjects.ts";

/** Exclusive maximum of each integer format. */
const powers: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** Range of the integer formats of a schema, as keywords, because validators ignore these formats. Undefined without one. */
export function integerRangeOf({
  all,
}: Pick<SchemaNode, "all">): { readonly minimum: number; readonly exclusiveMaximum: number } | undefined {
  const power = Math.min(...all("format").flatMap(({ value }) => powers[String(value)] ?? []));
  return power === Infinity ? undefined : { minimum: -power, exclusiveMaximum: power };
}
