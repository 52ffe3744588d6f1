import { createHash } from "node:crypto";
import { Feed, type FeedOptions as LibraryOptions, type Item } from "feed";
import { type JsonObject } from "../../contracts/index.ts";
import { escapeText } from "../../formats/index.ts";
import { printableText } from "../model/wording.ts";
import { type Entry, newestFirst } from "./entry.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { createSlug } from "./slug.ts";
import { MAX_OPERATIONS, listCategories, renderSummary, titleEntry } from "./summary.ts";

/** Description in every feed and page. It also identifies files that Concord generated. */
export const feedDescription = "Changes of the API contracts, newest first";

/** Title, link and policy of a feed. */
export interface FeedOptions {
  /** URL of the changelog: http or https. */
  readonly link: string;
  readonly title: string;
  /** The policy whose clauses are cited. */
  readonly profile: CompatProfile;
}

/** Options of one feed file. */
interface FeedFileOptions extends FeedOptions {
  /** Path relative to `link`: "feeds/breaking.xml". */
  readonly path: string;
  /** Day of the last update: YYYY-MM-DD. Undefined without entries. */
  readonly date: string | undefined;
}

/** Date of an Atom feed without entries, which must have one (RFC 4287, 4.1.1). Constant, so that the file never changes. */
const DAY_WITHOUT_ENTRIES = "1970-01-01";

/** Most entries in a feed, because readers download it often. Older entries are on the page. */
const MAX_ENTRIES = 100;

/** Renders an RSS 2.0 feed. The guid of an entry is its id, so that an edited entry is not new again. */
export function renderRss(entries: readonly Entry[], options: FeedFileOptions): string {
  const feed = createFeed(options, { feedLinks: { rss: feedUrl(options) } });
  for (const entry of newestEntries(entries)) {
    feed.addItem({
      ...feedItem(entry, options),
      guid: entry.id,
      category: listCategories(entry).map(({ domain, name }) => ({ domain, name: textForLibrary(name) })),
    });
  }
  const text = `${feed.rss2()}\n`;
  if (options.date === undefined) return text.replace(/^ *<lastBuildDate>.*\n/m, "");
  return text;
}

/** Renders an Atom feed (RFC 4287). Its ids do not depend on text, date or URL of an entry. */
export function renderAtom(entries: readonly Entry[], options: FeedFileOptions): string {
  const address = feedUrl(options);
  const feed = createFeed(options, {
    id: uuidFromName(`feed ${address}`),
    author: { name: textForLibrary(options.title) },
    feedLinks: { atom: address },
  });
  for (const entry of newestEntries(entries)) {
    feed.addItem({
      ...feedItem(entry, options),
      id: uuidFromName(`entry ${entry.id}`),
      published: startOfDay(entry.date),
      category: listCategories(entry).map(({ domain, name }) => ({
        // The library does not escape "<" in this attribute, which would be invalid XML.
        name: printableText(name).replaceAll("<", "‹"),
        term: createSlug(name),
        scheme: `${new URL(".", options.link).href}categories/${domain}`,
      })),
    });
  }
  return `${feed.atom1()}\n`;
}

/** Renders JSON Feed 1.1: the library writes 1.0, without `authors` and `language`. */
export function renderJsonFeed(entries: readonly Entry[], options: FeedFileOptions): string {
  const feed = createFeed(options, { feedLinks: { json: feedUrl(options) }, title: printableText(options.title) });
  for (const entry of newestEntries(entries)) {
    const { kind, compatibility, effective, sunset, section, rule } = entry;
    const places = {
      api: printableText(entry.api),
      operations: entry.operations.slice(0, MAX_OPERATIONS).map(printableText),
      path: printableText(entry.path),
    };
    const extension = { kind, compatibility, effective, sunset, section, rule, ...places };
    feed.addItem({
      ...feedItem(entry, options),
      title: printableText(titleEntry(entry)),
      id: entry.id,
      published: startOfDay(entry.date),
      category: listCategories(entry).map(({ name }) => ({ name: printableText(name) })),
      extensions: [{ name: "_changelog", objects: extension }],
    });
  }
  const { items = [], ...head } = JSON.parse(feed.json1()) as JsonObject;
  const version = "https://jsonfeed.org/version/1.1";
  const authors = [{ name: printableText(options.title) }];
  return `${JSON.stringify({ ...head, version, authors, language: "en", items }, null, 2)}\n`;
}

function createFeed(options: FeedFileOptions, more: Partial<LibraryOptions>): Feed {
  return new Feed({
    title: textForLibrary(options.title),
    link: options.link,
    description: feedDescription,
    language: "en",
    updated: startOfDay(options.date ?? DAY_WITHOUT_ENTRIES),
    generator: "Concord",
    ...more,
  });
}

function feedItem(entry: Entry, { link, profile }: FeedOptions): Item {
  return {
    title: escapeText(printableText(titleEntry(entry))),
    link: Object.assign(new URL(link), { hash: entry.id }).href,
    date: startOfDay(entry.date),
    description: renderSummary(entry, profile),
  };
}

function newestEntries(entries: readonly Entry[]): Entry[] {
  return newestFirst(entries).slice(0, MAX_ENTRIES);
}

function feedUrl({ link, path }: FeedFileOptions): string {
  return new URL(path, link).href;
}

function startOfDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Escapes "&" in text for the library, which decodes "&amp;" before it encodes "&". */
function textForLibrary(text: string): string {
  return printableText(text).replaceAll("&", "&amp;");
}

/** Derives a UUID of version 8 (RFC 9562, 5.8) from a name. */
function uuidFromName(name: string): string {
  const hex = createHash("sha256").update(`changelog ${name}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
