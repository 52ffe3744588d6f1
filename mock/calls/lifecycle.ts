import type { Operation } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

/**
 * What a deprecated operation tells its callers on every answer: `Deprecation`, since when (RFC 9745,
 * which wants a date: without one there is no header), and `Sunset`, until when (RFC 8594).
 */
export function lifecycleHeaders({ deprecated, deprecation, sunset }: Operation): Record<string, string> {
  return {
    ...(deprecated &&
      deprecation?.date !== undefined && { deprecation: `@${dayOf(deprecation.date).getTime() / 1000}` }),
    ...(sunset !== undefined && { sunset: dayOf(sunset).toUTCString() }),
  };
}

/** From when on an operation answers no more, in milliseconds since 1970; never where no day is set. */
export function endOf({ sunset }: Operation): number {
  return sunset === undefined ? Infinity : dayOf(sunset).getTime();
}

/** Refuses a call of an operation whose time is over (RFC 8594). */
export function refuseSunset({ name, sunset, deprecation }: Operation): Refusal {
  const instead = deprecation?.replacement === undefined ? "" : `; use ${deprecation.replacement}`;
  return {
    refused: `${name} was there until ${sunset}, and that is over by the organization's clock${instead}`,
    status: 410,
  };
}

function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
