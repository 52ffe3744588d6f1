import type { JsonType } from "../../../contracts/index.ts";
import type { SchemaNode } from "./subjects.ts";
import { type Limit, tightestLimit } from "../../schema/bounds/limits.ts";

type Saying = Pick<SchemaNode, "types" | "values" | "all">;

/** Whether the values of a type would have to be more than they may be. */
const contradictions: Readonly<Partial<Record<JsonType, (node: Saying) => boolean>>> = {
  string: (node) => isCrossed(node, "minLength", "maxLength"),
  array: (node) => isCrossed(node, "minItems", "maxItems"),
  object: (node) => isCrossed(node, "minProperties", "maxProperties"),
  number: (node) => isRangeEmpty(node, false),
  integer: (node) => isRangeEmpty(node, true),
};

/** Whether no value can fit a schema, as its limits contradict each other; false where only more than these shows it. */
export function isContradictory(node: Saying): boolean {
  if (node.values) return node.values.size === 0 && !node.types.includes("null");
  return node.types.every((type) => contradictions[type]?.(node) === true);
}

function isCrossed(node: Saying, least: string, most: string): boolean {
  return Math.max(0, ...numbersOf(node, least)) > Math.min(...numbersOf(node, most));
}

function isRangeEmpty(node: Saying, isWhole: boolean): boolean {
  const limits = (name: string): readonly Limit[] => [
    ...numbersOf(node, name.toLowerCase()).map((number) => ({ number, open: false })),
    ...numbersOf(node, `exclusive${name}`).map((number) => ({ number, open: true })),
  ];
  const least = tightestLimit(limits("Minimum"), { isWhole, sign: 1 });
  const most = tightestLimit(limits("Maximum"), { isWhole, sign: -1 });
  if (!least || !most) return false;
  return least.number > most.number || (least.number === most.number && (least.open || most.open));
}

function numbersOf(node: Saying, keyword: string): number[] {
  return node.all(keyword).flatMap(({ value }) => (typeof value === "number" ? [value] : []));
}
