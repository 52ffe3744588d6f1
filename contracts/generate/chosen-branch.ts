import type { Json, JsonSchema } from "../model/json.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";

/** Index of each branch of a union, by the branch and by its reference. Computed once, because unions can be long. */
const indicesOfBranches = oncePer((union: readonly Json[]): ReadonlyMap<Json, number> => {
  const indices = new Map<Json, number>();
  for (const [index, branch] of union.entries()) {
    const reference = isObject(branch) ? branch["$ref"] : undefined;
    if ((isObject(branch) || typeof branch === "boolean") && !indices.has(branch)) indices.set(branch, index);
    if (reference !== undefined && !indices.has(reference)) indices.set(reference, index);
  }
  return indices;
});

/**
 * Returns a function that finds the first branch of a union among chosen schemas. A branch that refers to the same
 * component as a chosen one is the same branch.
 */
export function chosenBranchAmong(chosen: readonly JsonSchema[]): (union: Json | undefined) => JsonSchema | undefined {
  const keys = new Set<Json>(
    chosen.flatMap((one) => (isObject(one) && one["$ref"] !== undefined ? [one, one["$ref"]] : [one])),
  );
  return (union) => {
    if (keys.size === 0 || !Array.isArray(union)) return undefined;
    const indices = indicesOfBranches(union);
    return union[Math.min(...[...keys].map((key) => indices.get(key) ?? Infinity))] as JsonSchema | undefined;
  };
}
