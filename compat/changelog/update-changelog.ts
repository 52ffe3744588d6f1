import { entryFile, entryText } from "./entries.ts";
import { type Entry, newestFirst } from "./entry.ts";
import { feedDescription } from "./feed.ts";
import { feedFiles, withKnownFeeds } from "./feeds.ts";
import { renderChangelog } from "./markdown.ts";
import { linkOfPage, renderPage, titleOfPage } from "./page.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { createReminders } from "./reminders.ts";
import { mergeEntries } from "./merge-entries.ts";

/** Existing files of a changelog. */
export interface Changelog {
  /** Result of `readEntries`. */
  readonly entries: readonly Entry[];
  /** Text of CHANGELOG.md. */
  readonly markdown?: string | undefined;
  /** Text of index.html. */
  readonly page?: string | undefined;
}

/** Entries to add, and options of pages and feeds. */
export interface ChangelogOptions {
  /** Entries of changes, including those that the changelog already has. */
  readonly published: readonly Entry[];
  /** True if `published` has the whole history, which identifies renamed APIs. Else an API is identified by its name. */
  readonly isHistory?: boolean;
  /** Current day: YYYY-MM-DD. */
  readonly today: string;
  /** Numbers of days before a sunset at which reminders are due. */
  readonly remind: readonly number[];
  /**
   * Public URL of the changelog, http or https: a folder, or a page next to the feeds. Default: the URL that the page has.
   * Without one, no feeds are rendered, because their entries need an address.
   */
  readonly link?: string | undefined;
  /** Default: the name of the API and "changelog", or "API changelog" for several. */
  readonly title?: string | undefined;
  /** The policy whose clauses are cited; the default profile if it is not given. */
  readonly profile?: CompatProfile;
}

/** Result of an update. */
export interface ChangelogUpdate {
  /** Text of each file to write, by path. Existing entry files are not included. */
  readonly files: Readonly<Record<string, string>>;
  /** Newly published entries, including reminders. */
  readonly added: readonly Entry[];
  /** True if edits by hand between the markers of CHANGELOG.md were overwritten. */
  readonly hadEdits: boolean;
  /** True if there is no link, and so no feeds. */
  readonly lacksLink: boolean;
}

/**
 * Adds entries to a changelog and renders it. An entry exists if its id, or an entry that covers it, exists. Existing
 * files are not written again, so that edits are kept and no feed announces a change twice.
 */
export async function updateChangelog(
  { entries: existing, markdown, page }: Changelog,
  { published, isHistory = false, today, remind, profile = defaultProfile, ...options }: ChangelogOptions,
): Promise<ChangelogUpdate> {
  const newEntries = unpublished(published, existing);
  const merged = mergeEntries(withKnownFeeds(newEntries, existing, isHistory ? published : undefined));
  const known = [...existing, ...merged];
  const reminders = createReminders(known, remind, today);
  const all = [...known, ...reminders];
  const visibleEntries = all.filter(({ hidden }) => !hidden);
  const { text, hadEdits } = renderChangelog(visibleEntries, markdown, profile);
  const link = linkFrom(options.link ?? (page === undefined ? undefined : linkOfPage(page)));
  const earlierTitle = page === undefined ? undefined : titleOfPage(page);
  // A title that was made from the entries changes with them.
  const isChosen = earlierTitle !== undefined && earlierTitle !== titleUpdate(existing);
  const title = options.title ?? (isChosen ? earlierTitle : titleUpdate(all));
  const entryFiles = await Promise.all(
    [...merged, ...reminders].map(async (entry) => [`entries/${entryFile(entry)}`, await entryText(entry)] as const),
  );
  return {
    files: {
      ...Object.fromEntries(entryFiles),
      "CHANGELOG.md": text,
      "index.html": renderPage(visibleEntries, { link, title, profile }),
      ...(link === undefined ? {} : feedFiles(all, { link, title, profile })),
    },
    added: newestFirst([...merged, ...reminders]),
    hadEdits,
    lacksLink: link === undefined,
  };
}

function titleUpdate(entries: readonly Entry[]): string {
  const apis = new Set(entries.map(({ api }) => api));
  const [only] = apis;
  if (apis.size === 1) return `${only} changelog`;
  return "API changelog";
}

/** Adds a slash to the URL of a folder: one without file extension and query. */
function linkFrom(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const url = new URL(link);
  if (url.search === "" && !/(?:\/|\.[a-z]+)$/i.test(url.pathname)) url.pathname += "/";
  return url.href;
}

/** Checks that a file was generated and can be overwritten. */
export function isRendered(text: string): boolean {
  return text.includes(feedDescription);
}

/** Entries that the changelog does not have yet, each once. */
function unpublished(entries: readonly Entry[], among: readonly Entry[]): Entry[] {
  const known = new Set(among.flatMap(({ id, covers }) => [id, ...covers]));
  return entries.filter(({ id }) => !known.has(id) && known.add(id));
}
