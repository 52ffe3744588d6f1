import { traitsOf } from "../changes/rule-traits.ts";
import { type Entry, newestFirst } from "./entry.ts";
import { isOfApi, isOfSide, isTakenBack } from "./places.ts";

const DAY_MS = 86_400_000;

/**
 * Reminders of sunsets that are near, for what no reminder stands there yet: the nearest of the given numbers of days
 * that has begun. Its day is counted from the sunset, so that it does not matter on which day it is made.
 */
export function remindersOf(entries: readonly Entry[], days: readonly number[], today: string): Entry[] {
  const known = new Set(entries.flatMap(({ id, covers }) => [id, ...covers]));
  return lastWords(entries).flatMap((entry) => {
    const { sunset } = entry;
    if (sunset === undefined || sunset < today) return [];
    const begun = days.filter((count) => dayBefore(sunset, count) <= today);
    const count = Math.min(...begun);
    const date = begun.length === 0 ? "" : dayBefore(sunset, count);
    // What was announced later than that was its own reminder.
    const id = `${entry.id}-sunset-${count}`;
    return date <= entry.date || known.has(id) ? [] : [reminderOf(entry, sunset, { id, date, count })];
  });
}

/** Announcements of which nothing was said later: that they moved, were taken back, or what they were of removed. */
function lastWords(entries: readonly Entry[]): Entry[] {
  const told = newestFirst(entries.filter(tellsOfLife)).toReversed();
  return told.filter(
    (one, index) =>
      one.kind === "deprecated" &&
      !told.slice(index + 1).some((later) => isOfPlace(later, one) && !isVague(later, one)),
  );
}

/** What is gone is gone, whether that is shown or not. */
function tellsOfLife(entry: Entry): boolean {
  const { kind, reminds, hidden } = entry;
  if (reminds !== undefined) return false;
  return kind === "deprecated" ? !hidden : isRemoval(entry) || isTakenBack(entry);
}

/** That a part is gone itself, and not only something that was said at its place. */
function isRemoval(entry: Pick<Entry, "kind" | "rule">): boolean {
  if (entry.kind !== "removed" || entry.rule === undefined) return entry.kind === "removed";
  const { part } = traitsOf(entry);
  return part !== undefined && part !== "media-type";
}

/** Whether an entry tells of the place that an announcement is of; it may tell of several operations, and of both sides. */
function isOfPlace(entry: Entry, one: Entry): boolean {
  const [operation = ""] = one.operations;
  const isGone = isRemoval(entry);
  return (
    isOfApi(entry, one) &&
    (entry.operations.includes(operation) ||
      (operation === "" && entry.operations.length === 0) ||
      (isGone && entry.path === "" && entry.operations.some((name) => belongsTo(operation, name)))) &&
    (entry.path === one.path || (isGone && isInside(one.path, entry.path))) &&
    isOfSide(entry, one)
  );
}

/** A callback goes with its operation, and a member with its type of GraphQL. */
function belongsTo(operation: string, whole: string): boolean {
  return operation.startsWith(/^\w+$/.test(whole) ? `${whole}.` : `${whole} callback `);
}

function isInside(path: string, whole: string): boolean {
  return path.startsWith(whole) && (whole === "" || /^[.[]/.test(path.slice(whole.length)));
}

/** Of two announcements of one version, the one that names a sunset counts. */
function isVague({ kind, sunset, date, version }: Entry, one: Entry): boolean {
  return kind === "deprecated" && sunset === undefined && date === one.date && version === one.version;
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
