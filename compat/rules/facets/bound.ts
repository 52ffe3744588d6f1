import { type JsonSchema, type JsonType, type Keyword, keywords } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import { type Limit, compareLimits, tightestLimit } from "../../schema/bounds/limits.ts";
import { findIntegerRange } from "../../pairing/nodes/integer-range.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";

type CountedPart = "Length" | "Items" | "Properties";

/** `minLength`, `minItems` or `minProperties`. */
export function atLeast(counted: CountedPart): Facet {
  return countFacet(`min${counted}`);
}

/** `maxLength`, `maxItems` or `maxProperties`. */
export function atMost(counted: CountedPart): Facet {
  return countFacet(`max${counted}`);
}

function countFacet(name: string): Facet {
  const { type, limit, merge, isNarrower, rejected, hasNoEffect } = keywords.get(name) as Required<Keyword>;
  const strictest = (node: SchemaNode): KeywordValue | undefined => {
    const values = node.all(name).filter(({ value }) => !hasNoEffect(value, {}));
    if (values.length === 0) return undefined;
    return values.reduce((one, other) => (merge(one.value, other.value) === one.value ? one : other));
  };
  return {
    name: `"${name}"`,
    compare(base, revision) {
      const taken = sidesAcceptingType(type, base, revision);
      if (taken === "one") return [];
      const [before, after] = [strictest(base), strictest(revision)];
      const [from, to] = [before?.value ?? limit.widest, after?.value ?? limit.widest];
      if (from === to) return [];
      const isStricter = isNarrower(to, from);
      // Required properties can imply `minProperties`. Their changes are reported by other rules.
      const implied = (isStricter ? base : revision).required.size;
      if (name === "minProperties" && isNarrower(implied, isStricter ? to : from)) return [];
      const [beyond] = rejected(isStricter ? to : from, {}, (schema) => ({ not: schema }));
      if (isStricter) return [{ effect: "shrank", taken, before, after, lost: beyond as JsonSchema }];
      return [{ effect: "grew", taken, before, after, gained: beyond as JsonSchema }];
    },
  };
}

/** `minContains`; 1 if absent. */
export const fewestContained: Facet = {
  name: '"minContains"',
  compare: (base, revision) => compareContained(base, revision, "minContains", Math.max, 1),
};

/** `maxContains`. */
export const mostContained: Facet = {
  name: '"maxContains"',
  compare: (base, revision) => compareContained(base, revision, "maxContains", Math.min, Infinity),
};

/** Compares the limits if both sides have `contains`: otherwise the change of `contains` is reported. */
function compareContained(
  base: SchemaNode,
  revision: SchemaNode,
  keyword: "minContains" | "maxContains",
  best: (...numbers: number[]) => number,
  otherwise: number,
): Difference[] {
  if ([base, revision].some((node) => node.all("contains").length === 0)) return [];
  const [before, after] = [base, revision].map((node) => tightest(node, keyword, best));
  const [from, to] = [readLimitNumber(before, otherwise), readLimitNumber(after, otherwise)];
  if (from === to) return [];
  const isFewest = keyword === "minContains";
  // A list with a number of items that one side accepts and the other refuses.
  const holding = (node: SchemaNode, taken: number, limit: number): JsonSchema => {
    const count = isFewest ? taken : limit + 1;
    const allOf = node.all("contains").map(({ value }) => ({ contains: value, minContains: count }));
    return { type: "array", minItems: count, maxItems: count, allOf };
  };
  if (isFewest ? to > from : to < from) return [{ effect: "shrank", before, after, lost: holding(base, from, to) }];
  return [{ effect: "grew", before, after, gained: holding(revision, to, from) }];
}

interface KeywordLimit extends KeywordValue, Limit {
  /** True if the keyword excludes its value. For integers, `number` is then the next integer that the limit includes. */
  readonly isExclusive: boolean;
}

/** `minimum` and `exclusiveMinimum`: the stricter of both. */
export const lowerLimit: Facet = {
  name: '"minimum"',
  compare: (base, revision) => compareEnds(base, revision, { closed: "minimum", open: "exclusiveMinimum", sign: 1 }),
};

/** `maximum` and `exclusiveMaximum`: the stricter of both. */
export const upperLimit: Facet = {
  name: '"maximum"',
  compare: (base, revision) => compareEnds(base, revision, { closed: "maximum", open: "exclusiveMaximum", sign: -1 }),
};

/** One end of a range of numbers: its keywords, and 1 for the lower end. */
interface RangeEnd {
  readonly closed: "minimum" | "maximum";
  readonly open: "exclusiveMinimum" | "exclusiveMaximum";
  readonly sign: 1 | -1;
}

/** Compares one end. A limit beyond the range of the format has no effect, and a change of the format has its own rule. */
function compareEnds(base: SchemaNode, revision: SchemaNode, end: RangeEnd): Difference[] {
  const taken = sidesAcceptingType("number", base, revision);
  if (taken === "one") return [];
  const [before, after] = [base, revision].map((node) => findStrictestLimit(node, end));
  const [from, to] = [withinWidth(base, before, end), withinWidth(revision, after, end)];
  const order = compareLimits(from, to, end.sign);
  if (order === 0 || (order > 0 ? to !== after : from !== before)) return [];
  const became = exclusivityChange(before, after);
  if (order > 0) return [{ effect: "shrank", taken, before, after, became, lost: beyondLimit(after, end, base) }];
  return [{ effect: "grew", taken, before, after, became, gained: beyondLimit(before, end, revision) }];
}

/** The strictest limit of a node. */
function findStrictestLimit(node: SchemaNode, { closed, open, sign }: RangeEnd): KeywordLimit | undefined {
  const isWhole = !node.types.includes("number");
  const limits = [
    ...node
      .all(closed)
      .map((keyword) => ({ ...keyword, number: keyword.value as number, open: false, isExclusive: false })),
    ...node
      .all(open)
      .map((keyword) => ({ ...keyword, number: keyword.value as number, open: true, isExclusive: true })),
  ];
  return tightestLimit(limits, { isWhole, sign });
}

/** The limit, or that of the format if it is stricter. */
function withinWidth(node: SchemaNode, limit: KeywordLimit | undefined, { sign }: RangeEnd): Limit | undefined {
  const width = findIntegerRange(node);
  if (!width) return limit;
  // In JavaScript, 2 ** 63 - 1 is the same number as 2 ** 63.
  const ofFormat = { number: sign === 1 ? width.minimum : width.exclusiveMaximum - 1, open: false };
  if (limit && compareLimits(limit, ofFormat, sign) <= 0) return limit;
  return ofFormat;
}

/** The new form of a limit with an unchanged number: exclusive or inclusive. Undefined if the form is unchanged. */
function exclusivityChange(before: KeywordLimit | undefined, after: KeywordLimit | undefined): Difference["became"] {
  if (!before || !after || before.value !== after.value || before.isExclusive === after.isExclusive) return undefined;
  if (after.isExclusive) return "exclusive";
  return "inclusive";
}

/** Schema of the numbers that a limit refuses and that the integer format of the other side allows. */
function beyondLimit(limit: Limit | undefined, { sign }: RangeEnd, node: SchemaNode): JsonSchema {
  const { minimum, exclusiveMaximum } = findIntegerRange(node) ?? {};
  const [outside = "", itself = ""] = sign === 1 ? ["exclusiveMaximum", "maximum"] : ["exclusiveMinimum", "minimum"];
  return {
    type: "number",
    [limit?.open ? itself : outside]: limit?.number ?? 0,
    ...(sign === 1 && minimum !== undefined && { minimum }),
    ...(sign === -1 && exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

/** Sides that accept values of a type. "one": the change of the type is reported, and no change of its keywords. */
export function sidesAcceptingType(type: JsonType, base: SchemaNode, revision: SchemaNode): "both" | "one" | "neither" {
  const takes = ({ types }: SchemaNode): boolean =>
    types.includes(type) || (type === "number" && types.includes("integer"));
  if (takes(base)) return takes(revision) ? "both" : "one";
  return takes(revision) ? "one" : "neither";
}

function tightest(node: SchemaNode, keyword: string, best: (...numbers: number[]) => number): KeywordValue | undefined {
  const values = node.all(keyword);
  const number = best(...values.map(({ value }) => value as number));
  return values.find(({ value }) => value === number);
}

function readLimitNumber(keyword: KeywordValue | undefined, otherwise: number): number {
  if (keyword) return keyword.value as number;
  return otherwise;
}
