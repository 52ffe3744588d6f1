import type { Json } from "../../contracts/index.ts";

/** Of ECMAScript's proposal "JSON.parse source text access", which TypeScript does not know yet. */
interface Exact {
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => unknown): Json;
  rawJSON(text: string): Json;
}

/**
 * Parses JSON whose numbers are written again as they were: integers beyond 2^53, and 1.0, which is no integer to Pact.
 * What cannot be a number here is an object that JSON.stringify knows.
 */
export function parseExactly(text: string): Json {
  const { parse, rawJSON } = JSON as unknown as Exact;
  return parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}
