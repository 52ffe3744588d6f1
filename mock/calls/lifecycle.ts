import type { Operation } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

/**
 * Headers of every response of a deprecated operation: `Deprecation` with the date of the announcement (RFC 9745; no
 * header without a date), and `Sunset` with the date of its end (RFC 8594).
 */
export function lifecycleHeaders({ deprecated, deprecation, sunset }: Operation): Record<string, string> {
  return {
    ...(deprecated &&
      deprecation?.date !== undefined && { deprecation: `@${toUtcDay(deprecation.date).getTime() / 1000}` }),
    ...(sunset !== undefined && { sunset: toUtcDay(sunset).toUTCString() }),
  };
}

/** End of an operation, in milliseconds since 1970. Infinity without a sunset. */
export function readSunsetTime({ sunset }: Operation): number {
  if (sunset === undefined) return Infinity;
  return toUtcDay(sunset).getTime();
}

/** Refuses a call of an operation after its sunset (RFC 8594). */
export function refuseSunset({ name, sunset, deprecation }: Operation): Refusal {
  const replacement = deprecation?.replacement === undefined ? "" : `; use ${deprecation.replacement}`;
  return {
    refused: `${name} was removed at its sunset, ${sunset}, by the organization's clock${replacement}`,
    status: 410,
  };
}

function toUtcDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
