import type { JsonType } from "../../../contracts/index.ts";
import type { SchemaNode } from "./subjects.ts";
import { type Limit, tightestLimit } from "../../schema/bounds/limits.ts";

type ConstrainedNode = Pick<SchemaNode, "types" | "values" | "all">;

/** By type, checks for a minimum that exceeds the maximum. */
const contradictions: Readonly<Partial<Record<JsonType, (node: ConstrainedNode) => boolean>>> = {
  string: (node) => limitsExclude(node, "minLength", "maxLength"),
  array: (node) => limitsExclude(node, "minItems", "maxItems"),
  object: (node) => limitsExclude(node, "minProperties", "maxProperties"),
  number: (node) => isRangeEmpty(node, false),
  integer: (node) => isRangeEmpty(node, true),
};

/** Checks that no value matches a schema, because its limits contradict each other. Other contradictions are not found. */
export function isContradictory(node: ConstrainedNode): boolean {
  if (node.values) return node.values.size === 0 && !node.types.includes("null");
  return node.types.every((type) => contradictions[type]?.(node) === true);
}

function limitsExclude(node: ConstrainedNode, least: string, most: string): boolean {
  return Math.max(0, ...keywordNumbers(node, least)) > Math.min(...keywordNumbers(node, most));
}

function isRangeEmpty(node: ConstrainedNode, isWhole: boolean): boolean {
  const limits = (name: string): readonly Limit[] => [
    ...keywordNumbers(node, name.toLowerCase()).map((number) => ({ number, open: false })),
    ...keywordNumbers(node, `exclusive${name}`).map((number) => ({ number, open: true })),
  ];
  const least = tightestLimit(limits("Minimum"), { isWhole, sign: 1 });
  const most = tightestLimit(limits("Maximum"), { isWhole, sign: -1 });
  if (!least || !most) return false;
  return least.number > most.number || (least.number === most.number && (least.open || most.open));
}

function keywordNumbers(node: ConstrainedNode, keyword: string): number[] {
  return node.all(keyword).flatMap(({ value }) => (typeof value === "number" ? [value] : []));
}
