import { traitsOf } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";

/**
 * Whether a breaking change demands of consumers what they could leave out. A consumer that reacted to a deprecation has
 * stopped sending the part, so that the deprecation does not announce such a change.
 */
export function isDemand(change: Change): boolean {
  const { demandsOfCaller } = traitsOf(change);
  if (demandsOfCaller !== "by-type") return demandsOfCaller === "always";
  const { before, after, message } = change;
  return isNonNull(after) ? !isNonNull(before) : message.endsWith(": a value is required");
}

/** A type of GraphQL as it is written: "Int!". */
function isNonNull(type: Change["before"]): boolean {
  return typeof type === "string" && type.endsWith("!");
}
