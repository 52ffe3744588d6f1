import type { Failure } from "./report.ts";

/** The shorter of two failures of one finding. For equal sizes the choice does not depend on their order. */
export function simplerFinding(one: Failure, other: Failure): Failure {
  const difference = measureFailure(one) - measureFailure(other);
  if (difference !== 0) return difference < 0 ? one : other;
  if (JSON.stringify(one) <= JSON.stringify(other)) return one;
  return other;
}

/** True for one id, and for one statement about one request in which two properties name different places. */
export function isSameFinding(one: Failure, other: Failure): boolean {
  if (one.id === other.id) return true;
  if (one.check !== other.check || one.operation !== other.operation || one.api !== other.api) return false;
  return one.sent !== null && other.sent !== null && serializeFinding(one) === serializeFinding(other);
}

function serializeFinding({ request, response: { status }, shown, steps, section }: Failure): string {
  return JSON.stringify([request, status, shown, steps, section]);
}

function measureFailure({ request: { url, body }, steps }: Failure): number {
  return url.length + (body?.length ?? 0) + steps.join("").length;
}
