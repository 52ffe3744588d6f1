import { type Json, isObject } from "../contracts/index.ts";
import { textOf, unordered } from "./schemas/digest.ts";

/** Values in an order of their own, whatever a document has them in: numbers by size, all else by its text. */
export function inOrder(values: readonly Json[]): Json[] {
  return values.toSorted((one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    const [ours, theirs] =
      typeof one === "string" && typeof other === "string" ? [one, other] : [textOf(one), textOf(other)];
    return ours < theirs ? -1 : Number(ours > theirs);
  });
}

/** What a keyword says, the lists of schemas in it in an order of their own where that says nothing. */
export function steady(value: Json): Json {
  if (Array.isArray(value)) return value.map(steady);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    unordered.has(name) && Array.isArray(one) ? inOrder(one) : steady(one),
  ]);
  return Object.fromEntries(members);
}

/** The values of the second map whose keys the first one lacks. */
export function missingFrom(known: ReadonlyMap<string, Json>, values: ReadonlyMap<string, Json>): Json[] {
  return [...values].filter(([key]) => !known.has(key)).map(([, value]) => value);
}
