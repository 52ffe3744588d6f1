import type { CompatReport } from "../change.ts";
import { type Entry, entriesOf, newestFirst } from "./entry.ts";
import { renderFeed } from "./feed.ts";
import { idsIn, renderChangelog } from "./markdown.ts";
import { readRecord, renderRecord } from "./record.ts";

/** The text of the three files of a changelog. */
export interface ChangelogFiles {
  readonly "CHANGELOG.md": string;
  readonly "changelog.xml": string;
  readonly "changelog.json": string;
}

/** A changelog brought up to date. */
export interface ChangelogUpdate {
  readonly files: ChangelogFiles;
  /** The entries that were not published before. */
  readonly added: readonly Entry[];
}

/** The day of new entries, and what the feed says of itself. */
export interface ChangelogOptions {
  /** The day of new entries: YYYY-MM-DD. */
  readonly date: string;
  /** Where the changelog can be read: an http or https URL. */
  readonly link: string;
  readonly title: string;
}

/**
 * Adds a report's changes to a changelog. What was published stays, with its day: an entry is known
 * by its id, in CHANGELOG.md or in the record beside it. Time comes from `date` alone.
 */
export function updateChangelog(
  existing: Partial<ChangelogFiles>,
  report: CompatReport,
  { date, link, title }: ChangelogOptions,
): ChangelogUpdate {
  const { "CHANGELOG.md": markdown, "changelog.json": record } = existing;
  const published = record === undefined ? [] : readRecord(record, "changelog.json");
  const known = new Set(published.map(({ id }) => id));
  const written = idsIn(markdown ?? "");
  const fresh = entriesOf(report, date)
    .filter(({ id }) => !known.has(id))
    .map((entry) => ({ ...entry, date: written.get(entry.id) || date }));
  const entries = newestFirst([...fresh, ...published]);
  const added = fresh.filter(({ id }) => !written.has(id));
  return {
    files: {
      "CHANGELOG.md": markdown === undefined ? renderChangelog(entries) : renderChangelog(added, markdown),
      "changelog.xml": renderFeed(entries, { link, title, date }),
      "changelog.json": renderRecord(entries),
    },
    added,
  };
}
