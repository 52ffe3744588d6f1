import type { Json } from "../../contracts/index.ts";

/** ECMAScript proposal "JSON.parse source text access", which is missing in TypeScript. */
interface Exact {
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => unknown): Json;
  rawJSON(text: string): Json;
}

/**
 * Parses JSON and keeps the spelling of numbers: integers beyond 2^53, and 1.0, which is not an integer in Pact. Such
 * numbers become objects that JSON.stringify supports.
 */
export function parseExactly(text: string): Json {
  const { parse, rawJSON } = JSON as unknown as Exact;
  return parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}
