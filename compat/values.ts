import type { Json } from "../contracts/index.ts";

/** The values of the second map whose keys the first one lacks. */
export function missingFrom(known: ReadonlyMap<string, Json>, values: ReadonlyMap<string, Json>): Json[] {
  return [...values].filter(([key]) => !known.has(key)).map(([, value]) => value);
}
