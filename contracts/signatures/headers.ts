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
  const [ids, timestamps, signatures] = [[], [], []] as [string[], string[], string[]];
  const all = new Map([
    ["webhook-id", ids],
    ["webhook-timestamp", timestamps],
    ["webhook-signature", signatures],
  ]);
  for (const [name, value] of Symbol.iterator in headers ? headers : Object.entries(headers))
    if (value !== undefined) all.get(name.toLowerCase())?.push(...(typeof value === "string" ? [value] : value));

  if (ids.length > 1 || timestamps.length > 1 || signatures.length > 1) return { reason: "duplicate-header" };
  const [[id], [timestamp], [signature]] = [ids, timestamps, signatures];
  return id && timestamp && signature ? { id, timestamp, signature } : { reason: "missing-header" };
}
