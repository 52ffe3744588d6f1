import { type JsonSchema, type JsonType, type Keyword, keywords } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import { type Limit, compareLimits, tightestLimit } from "../../schema/bounds/limits.ts";
import { integerRangeOf } from "../../pairing/nodes/integer-range.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";

type Counted = "Length" | "Items" | "Properties";

/** `minLength`, `minItems` or `minProperties`. */
export function atLeast(counted: Counted): Facet {
  return countFacet(`min${counted}`);
}

/** `maxLength`, `maxItems` or `maxProperties`. */
export function atMost(counted: Counted): Facet {
  return countFacet(`max${counted}`);
}

function countFacet(name: string): Facet {
  const { type, limit, merge, isNarrower, rejected, hasNoEffect } = keywords.get(name) as Required<Keyword>;
  const strictest = (node: SchemaNode): KeywordValue | undefined => {
    const values = node.all(name).filter(({ value }) => !hasNoEffect(value, {}));
    return values.length === 0
      ? undefined
      : values.reduce((one, other) => (merge(one.value, other.value) === one.value ? one : other));
  };
  return {
    name: `"${name}"`,
    compare(base, revision) {
      const taken = takenBy(type, base, revision);
      if (taken === "one") return [];
      const [before, after] = [strictest(base), strictest(revision)];
      const [from, to] = [before?.value ?? limit.widest, after?.value ?? limit.widest];
      if (from === to) return [];
      const isStricter = isNarrower(to, from);
      // Required properties may imply the number, and have a change of their own.
      const implied = (isStricter ? base : revision).required.size;
      if (name === "minProperties" && isNarrower(implied, isStricter ? to : from)) return [];
      const [beyond] = rejected(isStricter ? to : from, {}, (schema) => ({ not: schema }));
      return isStricter
        ? [{ effect: "shrank", taken, before, after, lost: beyond as JsonSchema }]
        : [{ effect: "grew", taken, before, after, gained: beyond as JsonSchema }];
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
  const [from, to] = [numberIn(before, otherwise), numberIn(after, otherwise)];
  if (from === to) return [];
  const isFewest = keyword === "minContains";
  // A list with a number of items that one side accepts and the other refuses.
  const holding = (node: SchemaNode, taken: number, limit: number): JsonSchema => {
    const count = isFewest ? taken : limit + 1;
    const allOf = node.all("contains").map(({ value }) => ({ contains: value, minContains: count }));
    return { type: "array", minItems: count, maxItems: count, allOf };
  };
  return (isFewest ? to > from : to < from)
    ? [{ effect: "shrank", before, after, lost: holding(base, from, to) }]
    : [{ effect: "grew", before, after, gained: holding(revision, to, from) }];
}

interface SaidLimit extends KeywordValue, Limit {
  /** Whether the keyword excludes the number. For integers, `number` is the next integer that is included. */
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
interface End {
  readonly closed: "minimum" | "maximum";
  readonly open: "exclusiveMinimum" | "exclusiveMaximum";
  readonly sign: 1 | -1;
}

/** Compares one end. A limit beyond the range of the format has no effect, and a change of the format has its own rule. */
function compareEnds(base: SchemaNode, revision: SchemaNode, end: End): Difference[] {
  const taken = takenBy("number", base, revision);
  if (taken === "one") return [];
  const [before, after] = [base, revision].map((node) => limitOf(node, end));
  const [from, to] = [withinWidth(base, before, end), withinWidth(revision, after, end)];
  const order = compareLimits(from, to, end.sign);
  if (order === 0 || (order > 0 ? to !== after : from !== before)) return [];
  const became = becameOf(before, after);
  return order > 0
    ? [{ effect: "shrank", taken, before, after, became, lost: beyondLimit(after, end, base) }]
    : [{ effect: "grew", taken, before, after, became, gained: beyondLimit(before, end, revision) }];
}

/** The strictest limit of a node. */
function limitOf(node: SchemaNode, { closed, open, sign }: End): SaidLimit | undefined {
  const isWhole = !node.types.includes("number");
  const limits = [
    ...node.all(closed).map((said) => ({ ...said, number: said.value as number, open: false, isExclusive: false })),
    ...node.all(open).map((said) => ({ ...said, number: said.value as number, open: true, isExclusive: true })),
  ];
  return tightestLimit(limits, { isWhole, sign });
}

/** The limit, or that of the format if it is stricter. */
function withinWidth(node: SchemaNode, limit: SaidLimit | undefined, { sign }: End): Limit | undefined {
  const width = integerRangeOf(node);
  if (!width) return limit;
  // In JavaScript, 2 ** 63 - 1 is the same number as 2 ** 63.
  const ofFormat = { number: sign === 1 ? width.minimum : width.exclusiveMaximum - 1, open: false };
  return limit && compareLimits(limit, ofFormat, sign) <= 0 ? limit : ofFormat;
}

/** The change of a limit that kept its number: it includes the number now, or excludes it. */
function becameOf(before: SaidLimit | undefined, after: SaidLimit | undefined): Difference["became"] {
  if (!before || !after || before.value !== after.value || before.isExclusive === after.isExclusive) return undefined;
  return after.isExclusive ? "exclusive" : "inclusive";
}

/** Schema of the numbers beyond a limit, within the format of the other side. */
function beyondLimit(limit: Limit | undefined, { sign }: End, node: SchemaNode): JsonSchema {
  const { minimum, exclusiveMaximum } = integerRangeOf(node) ?? {};
  const [outside = "", itself = ""] = sign === 1 ? ["exclusiveMaximum", "maximum"] : ["exclusiveMinimum", "minimum"];
  return {
    type: "number",
    [limit?.open ? itself : outside]: limit?.number ?? 0,
    ...(sign === 1 && minimum !== undefined && { minimum }),
    ...(sign === -1 && exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

/** Sides that accept values of a type. If only one does, the change of the type is reported, and no keyword for it. */
export function takenBy(type: JsonType, base: SchemaNode, revision: SchemaNode): "both" | "one" | "neither" {
  const takes = ({ types }: SchemaNode): boolean =>
    types.includes(type) || (type === "number" && types.includes("integer"));
  if (takes(base)) return takes(revision) ? "both" : "one";
  return takes(revision) ? "one" : "neither";
}

function tightest(node: SchemaNode, keyword: string, best: (...numbers: number[]) => number): KeywordValue | undefined {
  const said = node.all(keyword);
  const number = best(...said.map(({ value }) => value as number));
  return said.find(({ value }) => value === number);
}

function numberIn(said: KeywordValue | undefined, otherwise: number): number {
  return said ? (said.value as number) : otherwise;
}
