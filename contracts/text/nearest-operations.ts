import { nearestWords } from "./nearest.ts";

/** Names of an operation. */
interface Named {
  readonly api: string;
  readonly id?: string | undefined;
  /** "METHOD /path/{template}". */
  readonly name: string;
}

/** Maximum number of names in a suggestion. */
const MAX_NAMES = 3;

/**
 * Returns a suffix for error messages about an unknown operation, such as '; the nearest are "listBooks", "getBook"'.
 * The names have the form of the given one: an operationId, "api/operationId", "METHOD /path" or a path. `others` are
 * further names that the message may suggest, such as names of APIs. Without a similar name, up to three operations are
 * listed if there are no more.
 */
export function nearestOperations(name: string, operations: readonly Named[], others: Iterable<string> = []): string {
  const names = [...new Set([...operations.flatMap((operation) => toAskedForm(name, operation)), ...others])];
  const near = nearestWords(name, names, MAX_NAMES);
  const similar = near.length > 0 ? near : names.filter((each) => contains(each, name)).slice(0, MAX_NAMES);
  if (similar.length > 0) return `; the nearest ${similar.length === 1 ? "is" : "are"} ${quotedList(similar)}`;
  if (names.length > 0 && names.length <= MAX_NAMES)
    return `; there ${names.length === 1 ? "is" : "are"} ${quotedList(names)}`;
  return "";
}

function toAskedForm(name: string, { api, id, name: full }: Named): readonly string[] {
  if (name.startsWith("/")) return [full.replace(/^\S+ /, "")];
  if (name.includes(" ") || id === undefined) return [full];
  return [name.includes("/") ? `${api}/${id}` : id];
}

/** True if one name contains the other, upper and lower case aside. */
function contains(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return second.length > 2 && (first.includes(second) || (first.length > 2 && second.includes(first)));
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
