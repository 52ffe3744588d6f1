import type { Failure } from "./report.ts";

/** Of two findings that are the same, the one that is shown more simply; of those that are alike, always the same one. */
export function simpler(one: Failure, other: Failure): Failure {
  const difference = sizeOf(one) - sizeOf(other);
  if (difference !== 0) return difference < 0 ? one : other;
  return JSON.stringify(one) <= JSON.stringify(other) ? one : other;
}

function sizeOf({ request: { url, body }, steps }: Failure): number {
  return url.length + (body?.length ?? 0) + steps.join("").length;
}
