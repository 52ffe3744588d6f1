import type { Journal, Recorder } from "./journal.ts";
import { checkQuery } from "./query.ts";

/** The journals of all organizations as one, in the order of their times. */
export function joined(journals: () => readonly Recorder[], settings: Pick<Journal, "routes">): Journal {
  return {
    get routes() {
      return settings.routes;
    },
    entries(query = {}) {
      checkQuery(query, settings.routes);
      // Which are meant is known before any of them is read, and its secrets looked for.
      const meant = journals()
        .flatMap((journal) => journal.outlines(query))
        .toSorted((one, other) => one.at - other.at);
      const shown = query.limit === undefined ? meant : meant.slice(Math.max(0, meant.length - query.limit));
      return shown.map(({ read }) => read());
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
