import type { Operation } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

/**
 * Headers of every response of a deprecated operation: `Deprecation` with the date of the announcement (RFC 9745; no
 * header without a date), and `Sunset` with the date of its end (RFC 8594).
 */
export function lifecycleHeaders({ deprecated, deprecation, sunset }: Operation): Record<string, string> {
  return {
    ...(deprecated &&
      deprecation?.date !== undefined && { deprecation: `@${dayOf(deprecation.date).getTime() / 1000}` }),
    ...(sunset !== undefined && { sunset: dayOf(sunset).toUTCString() }),
  };
}

/** End of an operation, in milliseconds since 1970. Infinity without a sunset. */
export function sunsetTimeOf({ sunset }: Operation): number {
  if (sunset === undefined) return Infinity;
  return dayOf(sunset).getTime();
}

/** Refuses a call of an operation after its sunset (RFC 8594). */
export function refuseSunset({ name, sunset, deprecation }: Operation): Refusal {
  const replacement = deprecation?.replacement === undefined ? "" : `; use ${deprecation.replacement}`;
  return {
    refused: `${name} was removed at its sunset, ${sunset}, by the organization's clock${replacement}`,
    status: 410,
  };
}

function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
