import type { SchemaNode } from "./subjects.ts";

interface IntegerRange {
  readonly minimum: number;
  readonly exclusiveMaximum: number;
}

/** Ranges of the formats of whole numbers in OpenAPI's registry. */
export const integerRanges: Readonly<Record<string, IntegerRange>> = Object.fromEntries(
  [8, 16, 32, 64].flatMap((bits) => [
    [`int${bits}`, { minimum: -(2 ** (bits - 1)), exclusiveMaximum: 2 ** (bits - 1) }],
    [`uint${bits}`, { minimum: 0, exclusiveMaximum: 2 ** bits }],
  ]),
);

/** Range of the integer formats of a schema, as keywords, because validators ignore these formats. Undefined without one. */
export function findIntegerRange({ all }: Pick<SchemaNode, "all">): IntegerRange | undefined {
  const ranges = all("format").flatMap(({ value }) => integerRanges[String(value)] ?? []);
  if (ranges.length === 0) return undefined;
  return {
    minimum: Math.max(...ranges.map(({ minimum }) => minimum)),
    exclusiveMaximum: Math.min(...ranges.map(({ exclusiveMaximum }) => exclusiveMaximum)),
  };
}
