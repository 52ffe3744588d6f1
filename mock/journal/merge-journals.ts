import { runInBackground } from "../model/background.ts";
import type { Journal, WritableJournal } from "./journal.ts";
import { checkQuery } from "./query.ts";

/** Journal of all organizations together, ordered by time. */
export function mergeJournals(journals: () => readonly WritableJournal[], settings: Pick<Journal, "routes">): Journal {
  const merged: Journal = {
    get routes() {
      return settings.routes;
    },
    complete: () => Promise.resolve(merged),
    entries(query = {}) {
      checkQuery(query, settings.routes);
      // Selects exchanges first, because parsing and masking them is expensive.
      const matching = journals()
        .flatMap((journal) => journal.unreadEntries(query))
        .toSorted((one, other) => one.at - other.at);
      const latest = query.limit === undefined ? matching : matching.slice(Math.max(0, matching.length - query.limit));
      return latest.map(({ read }) => read());
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
      for (const journal of journals()) runInBackground("clear a journal", () => journal.clear());
    },
  };
  return merged;
}
