import type { Entry } from "./entry.ts";

const DAY_MS = 86_400_000;

/**
 * Reminders of sunsets that are near, for what no reminder stands there yet: the nearest of the given numbers of days
 * that has begun. Its day is counted from the sunset, so that it does not matter on which day it is made.
 */
export function remindersOf(entries: readonly Entry[], days: readonly number[], today: string): Entry[] {
  const known = new Set(entries.flatMap(({ id, covers }) => [id, ...covers]));
  return lastWords(entries).flatMap((entry) => {
    const { sunset } = entry;
    if (sunset === undefined || sunset < today || entry.kind !== "deprecated") return [];
    const begun = days.filter((count) => dayBefore(sunset, count) <= today);
    const count = Math.min(...begun);
    const date = begun.length === 0 ? "" : dayBefore(sunset, count);
    // What was announced later than that was its own reminder.
    const id = `${entry.id}-sunset-${count}`;
    return date <= entry.date || known.has(id) ? [] : [reminderOf(entry, sunset, { id, date, count })];
  });
}

/** What was said last of each place that was deprecated, taken back or removed. */
function lastWords(entries: readonly Entry[]): Entry[] {
  const told = entries
    .filter(({ reminds, hidden }) => !reminds && !hidden)
    .filter(({ kind, rule }) => kind === "deprecated" || kind === "removed" || rule?.endsWith("-reactivated"))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const places = new Map<string, Entry>();
  for (const entry of told) {
    const place = JSON.stringify([entry.api, entry.direction, entry.operations[0], entry.path]);
    const earlier = places.get(place);
    // Of two of one day, the one that names a sunset.
    if (earlier?.date === entry.date && earlier.sunset !== undefined && entry.sunset === undefined) continue;
    places.set(place, entry);
  }
  return [...places.values()];
}

function reminderOf(
  entry: Entry,
  sunset: string,
  { id, date, count }: { readonly id: string; readonly date: string; readonly count: number },
): Entry {
  const { version: _version, note: _note, effective: _effective, before: _before, after: _after, ...rest } = entry;
  const left = count === 0 ? "today" : count === 1 ? "in 1 day" : `in ${count} days`;
  const what = subjectOf(entry);
  return {
    ...rest,
    id,
    date,
    effective: sunset,
    message: `Reminder: ${what} ends ${left}, on ${sunset}`,
    reminds: entry.id,
    covers: [],
  };
}

function subjectOf({ operations: [operation = ""], path, api }: Entry): string {
  if (path === "") return operation === "" ? api : `"${operation}"`;
  return `"${path}" of "${operation}"`;
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
