import { type Entry, newestFirst } from "./entry.ts";
import { type FeedOptions, renderAtom, renderJsonFeed, renderRss } from "./feed.ts";
import { slugOf } from "./slug.ts";

/** A feed of some of the entries, in every format. */
interface Selection {
  /** Where its files lie, without what says the format: "feeds/breaking". */
  readonly path: string;
  readonly title: string;
  /** Those that are not hidden. */
  readonly entries: readonly Entry[];
}

/** The formats, by the end of their files' names. */
export const formats = {
  ".xml": { name: "RSS", type: "application/rss+xml", render: renderRss },
  ".atom.xml": { name: "Atom", type: "application/atom+xml", render: renderAtom },
  ".feed.json": { name: "JSON Feed", type: "application/feed+json", render: renderJsonFeed },
} as const;

/** Which feeds there are: of everything, of what breaks, and one for each API, empty where all of it is hidden. */
export function selectionsOf(entries: readonly Entry[], title: string): Selection[] {
  const shown = entries.filter(({ hidden }) => !hidden);
  const breaking = shown.filter(({ compatibility }) => compatibility === "breaking");
  // APIs whose names make one file share it, so that an address never changes.
  const apis = Map.groupBy(entries, (entry) => slugOf(feedOf(entry)));
  return [
    { path: "changelog", title, entries: shown },
    { path: "feeds/breaking", title: `${title}: breaking changes`, entries: breaking },
    ...[...apis.keys()].toSorted().map((slug) => {
      const own = (apis.get(slug) ?? []).filter(({ hidden }) => !hidden);
      const names = [...new Set(own.map(({ api }) => api))].toSorted();
      if (own.length === 0) names.push(slug);
      return { path: `feeds/api/${slug}`, title: `${title}: ${names.join(", ")}`, entries: own };
    }),
  ];
}

/**
 * Entries that come to others: an API that has a feed keeps it, whatever its title is by now. It is known by its name,
 * or, where all entries of its history are given, by what these say the feed of entries that are known would be.
 */
export function inKnownFeeds(entries: readonly Entry[], known: readonly Entry[], history?: readonly Entry[]): Entry[] {
  const traced = history && new Map(history.map((entry) => [entry.id, feedOf(entry)]));
  const feeds = new Map(
    newestFirst(known)
      .toReversed()
      .map((entry) => [traced ? traced.get(entry.id) : entry.api, feedOf(entry)]),
  );
  return entries.map((entry) => {
    const feed = feeds.get(traced ? feedOf(entry) : entry.api) ?? feedOf(entry);
    if (slugOf(feed) === slugOf(feedOf(entry))) return entry;
    const { feed: _, ...rest } = entry;
    return { ...rest, ...(slugOf(feed) !== slugOf(entry.api) && { feed }) };
  });
}

function feedOf({ api, feed = api }: Entry): string {
  return feed;
}

/** Every feed's file, by its path. A feed was updated on its newest entry's day, or else on the changelog's last. */
export function feedFiles(entries: readonly Entry[], options: FeedOptions): Record<string, string> {
  const last = newestFirst(entries)[0]?.date;
  const files = selectionsOf(entries, options.title).flatMap(({ path, title, entries: own }) =>
    Object.entries(formats).map(([end, { render }]) => {
      const date = newestFirst(own)[0]?.date ?? last;
      return [path + end, render(own, { ...options, title, date, path: path + end })] as const;
    }),
  );
  return Object.fromEntries(files);
}
