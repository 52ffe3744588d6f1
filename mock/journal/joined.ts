import type { Journal } from "./journal.ts";
import { checkQuery } from "./query.ts";

/** The journals of all organizations as one, in the order of their times. */
export function joined(journals: () => readonly Journal[], settings: Pick<Journal, "routes">): Journal {
  return {
    get routes() {
      return settings.routes;
    },
    entries(query = {}) {
      checkQuery(query, settings.routes);
      const entries = journals()
        .flatMap((journal) => journal.entries(query))
        .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
      return query.limit === undefined ? entries : entries.slice(Math.max(0, entries.length - query.limit));
    },
    count(given = {}) {
      checkQuery(given, settings.routes);
      const { limit = Infinity, ...query } = given;
      return Math.min(
        limit,
        journals().reduce((sum, journal) => sum + journal.count(query), 0),
      );
    },
    clear() {
      for (const journal of journals()) journal.clear();
    },
  };
}
