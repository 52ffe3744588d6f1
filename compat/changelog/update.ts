import { type Told, entriesInRecord, toldIn, withoutEntries } from "./earlier.ts";
import { entryFile, entryText } from "./entries.ts";
import { type Entry, newestFirst } from "./entry.ts";
import { about } from "./feed.ts";
import { feedFiles, inKnownFeeds } from "./feeds.ts";
import { hasMarks, renderChangelog } from "./markdown.ts";
import { renderPage } from "./page.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { remindersOf } from "./reminders.ts";
import { together } from "./together.ts";

/** A changelog as it was found. */
export interface Changelog {
  /** What `readEntries` read. */
  readonly entries: readonly Entry[];
  /** The text of CHANGELOG.md. */
  readonly markdown?: string | undefined;
  /** The text of a changelog.json, which held the entries in earlier versions. */
  readonly record?: string | undefined;
}

/** What to add, and what the pages and feeds say of themselves. */
export interface ChangelogOptions {
  /** Entries of changes, known ones among them. */
  readonly published: readonly Entry[];
  /** Whether these are all entries of a history, which tells what became of each API; else one is known by its name. */
  readonly isHistory?: boolean;
  /** YYYY-MM-DD: the day it is. */
  readonly today: string;
  /** How many days before a sunset to remind of it. */
  readonly remind: readonly number[];
  /** Where the changelog can be read: an http or https URL of a folder, or of a page beside the feeds. */
  readonly link: string;
  readonly title: string;
  /** The policy whose clauses are cited; the default profile if it is not given. */
  readonly profile?: CompatProfile;
}

/** A changelog brought up to date. */
export interface ChangelogUpdate {
  /** The text of every file to write, by its path; files of entries that are there are not among them. */
  readonly files: Readonly<Record<string, string>>;
  /** The entries that were not published before, reminders included. */
  readonly added: readonly Entry[];
  /** Whether edits by hand in CHANGELOG.md were overwritten: its entries are made of their files. */
  readonly hadEdits: boolean;
}

/**
 * Adds entries to a changelog and renders it. An entry is known by its id, or by another's that covers it: what has a
 * file is never written again, so that edits stay and no feed announces anything twice.
 */
export async function updateChangelog(
  { entries: filed, markdown, record }: Changelog,
  { published, isHistory = false, today, remind, title, profile = defaultProfile, ...options }: ChangelogOptions,
): Promise<ChangelogUpdate> {
  const isEarlier = markdown !== undefined && !hasMarks(markdown);
  const told = isEarlier ? toldIn(markdown, profile) : new Map<string, Told>();
  const recorded = record === undefined ? [] : entriesInRecord(record, "changelog.json");
  const moved = unknown(recorded, filed).map((entry) => asTold(entry, told.get(entry.id)));
  const earlier = [...filed, ...moved];
  const came = unknown(published, earlier).map((entry) => asTold(entry, told.get(entry.id)));
  const fresh = together(inKnownFeeds(came, earlier, isHistory ? published : undefined));
  const known = [...earlier, ...fresh];
  const reminders = remindersOf(known, remind, today);
  const all = [...known, ...reminders];
  const shown = all.filter(({ hidden }) => !hidden);
  const kept = isEarlier ? withoutEntries(markdown, new Set(known.map(({ id }) => id))) : markdown;
  const { text, hadEdits } = renderChangelog(shown, kept, profile);
  const link = placeOf(options.link);
  const made = await Promise.all(
    [...moved, ...fresh, ...reminders].map(
      async (entry) => [`entries/${entryFile(entry)}`, await entryText(entry)] as const,
    ),
  );
  return {
    files: {
      ...Object.fromEntries(made),
      "CHANGELOG.md": text,
      "index.html": renderPage(shown, { link, title, profile }),
      ...feedFiles(all, { link, title, profile }),
    },
    added: newestFirst([...fresh.filter(({ id }) => !told.has(id)), ...reminders]),
    hadEdits,
  };
}

/** A URL that names neither a file nor what is asked of one is that of a folder, with or without a slash at its end. */
function placeOf(link: string): string {
  const url = new URL(link);
  if (url.search === "" && !/(?:\/|\.[a-z]+)$/i.test(url.pathname)) url.pathname += "/";
  return url.href;
}

/** Whether a file's text can be written over: pages and feeds are made anew, and what else has their names is somebody's. */
export function isRendered(text: string): boolean {
  return text.includes(about);
}

/** Those that have no entry yet, each once. */
function unknown(entries: readonly Entry[], among: readonly Entry[]): Entry[] {
  const known = new Set(among.flatMap(({ id, covers }) => [id, ...covers]));
  return entries.filter(({ id }) => !known.has(id) && known.add(id));
}

/** An entry with the day and the words that an earlier CHANGELOG.md gives it. */
function asTold(entry: Entry, told: Told | undefined): Entry {
  if (!told) return entry;
  return { ...entry, ...told, ...(entry.effective === entry.date && { effective: told.date }) };
}
