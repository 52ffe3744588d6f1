import type { Json } from "../../model/json.ts";
import { type QuickVerdict, keyword } from "./keyword.ts";

export const uniqueItems = keyword<boolean, readonly Json[]>({
  name: "uniqueItems",
  type: "array",
  isWellFormed: (value) => typeof value === "boolean",
  accepts: (isUnique, list) => !isUnique || areUnique(list),
  merge: (one, other) => one || other,
  isNarrower: (one, other) => one || !other,
  hasNoEffect: (isUnique) => !isUnique,
  expected: (_, { i, j }) => `items that differ (${j} and ${i} are the same)`,
  rejected: (isUnique) => (isUnique ? [{ type: "array", minItems: 2 }] : []),
});

/** Checks that all scalars of an array differ. Nested values are left to a validator. */
function areUnique(list: readonly Json[]): QuickVerdict {
  if (list.some((item) => typeof item === "object" && item !== null)) return undefined;
  return new Set(list).size === list.length;
}
