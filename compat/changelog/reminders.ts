import { findRuleTraits } from "../changes/rule-traits.ts";
import { type Entry, newestFirst } from "./entry.ts";
import { isSameApi, isSameSide, isReinstatement } from "./entry-places.ts";

const DAY_MS = 86_400_000;

/**
 * Creates missing reminders of sunsets, `days` before each. If several are due, only the last one is created. Its date
 * is counted from the sunset, so it does not depend on the day of the run.
 */
export function createReminders(entries: readonly Entry[], days: readonly number[], today: string): Entry[] {
  const known = new Set(entries.flatMap(({ id, covers }) => [id, ...covers]));
  return currentAnnouncements(entries).flatMap((entry) => {
    const { sunset } = entry;
    if (sunset === undefined || sunset < today) return [];
    const reached = days.filter((count) => dayBefore(sunset, count) <= today);
    const count = Math.min(...reached);
    const date = reached.length === 0 ? "" : dayBefore(sunset, count);
    // A later announcement is itself a reminder.
    const id = `${entry.id}-sunset-${count}`;
    if (date <= entry.date || known.has(id)) return [];
    return [createReminder(entry, sunset, { id, date, count })];
  });
}

/** Announcements that no later entry moved, revoked or completed by removing the part. */
function currentAnnouncements(entries: readonly Entry[]): Entry[] {
  const relevant = newestFirst(entries.filter(affectsDeprecation)).toReversed();
  return relevant.filter(
    (one, index) =>
      one.kind === "deprecated" &&
      !relevant.slice(index + 1).some((later) => isSamePart(later, one) && !isRepeatWithoutSunset(later, one)),
  );
}

/** Checks for announcements, reinstatements and removals. Removals count even if they are hidden. */
function affectsDeprecation(entry: Entry): boolean {
  const { kind, reminds, hidden } = entry;
  if (reminds !== undefined) return false;
  if (kind === "deprecated") return !hidden;
  return isRemoval(entry) || isReinstatement(entry);
}

/** Checks for the removal of a whole part, rather than of one of its keywords. */
function isRemoval(entry: Pick<Entry, "kind" | "rule">): boolean {
  if (entry.kind !== "removed" || entry.rule === undefined) return entry.kind === "removed";
  const { part } = findRuleTraits(entry);
  return part !== undefined && part !== "media-type";
}

/** Checks that an entry concerns the announced part, or removes a part that contains it. */
function isSamePart(entry: Entry, announcement: Entry): boolean {
  const [operation = ""] = announcement.operations;
  const isGone = isRemoval(entry);
  return (
    isSameApi(entry, announcement) &&
    (entry.operations.includes(operation) ||
      (operation === "" && entry.operations.length === 0) ||
      (isGone && entry.path === "" && entry.operations.some((name) => belongsTo(operation, name)))) &&
    (entry.path === announcement.path || (isGone && isPathInside(announcement.path, entry.path))) &&
    isSameSide(entry, announcement)
  );
}

/** Checks for a callback of an operation, or a member of a GraphQL type. */
function belongsTo(operation: string, owner: string): boolean {
  return operation.startsWith(/^\w+$/.test(owner) ? `${owner}.` : `${owner} callback `);
}

function isPathInside(path: string, outerPath: string): boolean {
  return path.startsWith(outerPath) && (outerPath === "" || /^[.[]/.test(path.slice(outerPath.length)));
}

/** Checks for an announcement of the same version without a sunset, which does not replace one with a sunset. */
function isRepeatWithoutSunset({ kind, sunset, date, version }: Entry, announcement: Entry): boolean {
  return (
    kind === "deprecated" && sunset === undefined && date === announcement.date && version === announcement.version
  );
}

function createReminder(
  entry: Entry,
  sunset: string,
  { id, date, count }: { readonly id: string; readonly date: string; readonly count: number },
): Entry {
  const { version: _version, note: _note, effective: _effective, before: _before, after: _after, ...rest } = entry;
  const remainingTime = count === 0 ? "today" : count === 1 ? "in 1 day" : `in ${count} days`;
  const subject = partText(entry);
  return {
    ...rest,
    id,
    date,
    effective: sunset,
    message: `Reminder: ${subject} ends ${remainingTime}, on ${sunset}`,
    reminds: entry.id,
    covers: [],
  };
}

function partText({ operations: [operation = ""], path, api }: Entry): string {
  if (path === "") return operation === "" ? api : `"${operation}"`;
  return `"${path}" of "${operation}"`;
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
