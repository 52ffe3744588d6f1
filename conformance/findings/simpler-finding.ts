import type { Failure } from "./report.ts";

/** The shorter of two failures with the same id. For equal sizes the choice does not depend on their order. */
export function simplerFinding(one: Failure, other: Failure): Failure {
  const difference = sizeOf(one) - sizeOf(other);
  if (difference !== 0) return difference < 0 ? one : other;
  return JSON.stringify(one) <= JSON.stringify(other) ? one : other;
}

function sizeOf({ request: { url, body }, steps }: Failure): number {
  return url.length + (body?.length ?? 0) + steps.join("").length;
}
