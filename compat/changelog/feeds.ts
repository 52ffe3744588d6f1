import { type Entry, newestFirst } from "./entry.ts";
import { type FeedOptions, renderAtom, renderJsonFeed, renderRss } from "./feed.ts";
import { createSlug } from "./slug.ts";

/** Content of a feed; the same in every format. */
interface FeedSelection {
  /** Path of its files without extension: "feeds/breaking". */
  readonly path: string;
  readonly title: string;
  /** Entries of the feed, without hidden ones. */
  readonly entries: readonly Entry[];
}

/** Feed formats, by file extension. */
export const feedFormats = {
  ".xml": { name: "RSS", type: "application/rss+xml", render: renderRss },
  ".atom.xml": { name: "Atom", type: "application/atom+xml", render: renderAtom },
  ".feed.json": { name: "JSON Feed", type: "application/feed+json", render: renderJsonFeed },
} as const;

/** Lists the feeds: all entries, breaking ones, and one feed for each API, even if all its entries are hidden. */
export function feedSelections(entries: readonly Entry[], title: string): FeedSelection[] {
  const visibleEntries = entries.filter(({ hidden }) => !hidden);
  const breaking = visibleEntries.filter(({ compatibility }) => compatibility === "breaking");
  // APIs whose names result in the same file name share a feed, so that its URL never changes.
  const apis = Map.groupBy(entries, (entry) => createSlug(nameFeed(entry)));
  return [
    { path: "changelog", title, entries: visibleEntries },
    { path: "feeds/breaking", title: `${title}: breaking changes`, entries: breaking },
    ...[...apis.keys()].toSorted().map((slug) => {
      const ofApi = (apis.get(slug) ?? []).filter(({ hidden }) => !hidden);
      const names = [...new Set(ofApi.map(({ api }) => api))].toSorted();
      if (ofApi.length === 0) names.push(slug);
      return { path: `feeds/api/${slug}`, title: `${title}: ${names.join(", ")}`, entries: ofApi };
    }),
  ];
}

/**
 * Assigns new entries to the existing feeds of their APIs, even if an API was renamed. An API is identified by its name,
 * or by the entries of its whole history if they are given.
 */
export function withKnownFeeds(
  entries: readonly Entry[],
  known: readonly Entry[],
  history?: readonly Entry[],
): Entry[] {
  const feedsByEntry = history && new Map(history.map((entry) => [entry.id, nameFeed(entry)]));
  const feeds = new Map(
    newestFirst(known)
      .toReversed()
      .map((entry) => [feedsByEntry ? feedsByEntry.get(entry.id) : entry.api, nameFeed(entry)]),
  );
  return entries.map((entry) => {
    const feed = feeds.get(feedsByEntry ? nameFeed(entry) : entry.api) ?? nameFeed(entry);
    if (createSlug(feed) === createSlug(nameFeed(entry))) return entry;
    const { feed: _, ...rest } = entry;
    return { ...rest, ...(createSlug(feed) !== createSlug(entry.api) && { feed }) };
  });
}

function nameFeed({ api, feed = api }: Entry): string {
  return feed;
}

/** Renders all feed files, by path. A feed has the date of its newest entry, else the last date of the changelog. */
export function feedFiles(entries: readonly Entry[], options: FeedOptions): Record<string, string> {
  const last = newestFirst(entries)[0]?.date;
  const files = feedSelections(entries, options.title).flatMap(({ path, title, entries: own }) =>
    Object.entries(feedFormats).map(([end, { render }]) => {
      const date = newestFirst(own)[0]?.date ?? last;
      return [path + end, render(own, { ...options, title, date, path: path + end })] as const;
    }),
  );
  return Object.fromEntries(files);
}
