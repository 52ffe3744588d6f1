import type { Contract } from "../../model/contract.ts";
import type { Json, JsonSchema } from "../../model/json.ts";
import { valueAt } from "../../model/pointer.ts";
import { acceptedByAll } from "../accepted-by-all.ts";
import { type Direction, type Violation, violationsOnce } from "../validator.ts";

const bothDirections: readonly Direction[] = ["request", "response"];

/**
 * Violations of the schema at a pointer by an example. A member that only consumers or only providers send may be
 * missing, because one example often describes both a request and its response.
 */
export function violationsOfExample(
  contract: Contract,
  pointer: string,
  value: Json,
  directions = bothDirections,
): readonly Violation[] {
  const whole = valueAt(contract.document, pointer) as JsonSchema | undefined;
  // Most examples fit, which shows without a compiled validator.
  if (whole !== undefined && directions.some((each) => acceptedByAll(contract, [whole], each, value) === true))
    return [];
  const [first = [], ...others] = directions.map((each) => violationsOnce(contract, pointer, each, value));
  return first.filter((one) => others.every((violations) => violations.some((other) => isSameViolation(one, other))));
}

function isSameViolation(one: Violation, other: Violation): boolean {
  return one.pointer === other.pointer && one.keyword === other.keyword && one.member === other.member;
}
