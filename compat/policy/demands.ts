import { findRuleTraits } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";

/**
 * Checks whether a breaking change makes an optional part required. A consumer that followed a deprecation has stopped
 * sending the part, so the deprecation does not announce such a change.
 */
export function isDemand(change: Change): boolean {
  const { demandsOfCaller } = findRuleTraits(change);
  if (demandsOfCaller !== "by-type") return demandsOfCaller === "always";
  const { before, after, message } = change;
  if (isNonNull(after)) return !isNonNull(before);
  return message.endsWith(": a value is required");
}

/** Checks for a non-null GraphQL type, such as "Int!". */
function isNonNull(type: Change["before"]): boolean {
  return typeof type === "string" && type.endsWith("!");
}
