import type { Operation } from "../contracts/index.ts";

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

function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
