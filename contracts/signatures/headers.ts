import type { Reason } from "./reasons.ts";

/** Headers as node:http or fetch give them, or as a plain object; their names in any case. */
export type ReceivedHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** The three headers of a delivery; a duplicate is refused, since two readers could take two different ones. */
export function headersOf(headers: ReceivedHeaders): Signed | { readonly reason: Reason } {
  const id = valuesOf(headers, "webhook-id");
  const timestamp = valuesOf(headers, "webhook-timestamp");
  const signature = valuesOf(headers, "webhook-signature");
  const all = [id, timestamp, signature];
  if (all.some(({ length }) => length > 1)) return { reason: "duplicate-header" };
  if (all.some((values) => !values[0])) return { reason: "missing-header" };
  return { id: id[0] as string, timestamp: timestamp[0] as string, signature: signature[0] as string };
}

function valuesOf(headers: ReceivedHeaders, wanted: string): readonly string[] {
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return pairs.flatMap(([name, value]) =>
    name.toLowerCase() === wanted && value !== undefined ? (value as string | readonly string[]) : [],
  );
}
