import { createHash } from "node:crypto";
import { Feed, type FeedOptions as LibraryOptions, type Item } from "feed";
import { type JsonObject } from "../../contracts/index.ts";
import { escapeText } from "../../formats/index.ts";
import { plain } from "../model/wording.ts";
import { type Entry, newestFirst } from "./entry.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { slugOf } from "./slug.ts";
import { MOST_OPERATIONS, categoriesOf, summaryOf, titleOf } from "./summary.ts";

/** What every feed and page says of itself: it is known by that as one of a changelog. */
export const about = "Changes of the API contracts, newest first";

/** What a feed says of itself. */
export interface FeedOptions {
  /** Where the changelog can be read: an http or https URL. */
  readonly link: string;
  readonly title: string;
  /** The policy whose clauses are cited. */
  readonly profile: CompatProfile;
}

/** A feed's own address and day, beside what all feeds say. */
interface Addressed extends FeedOptions {
  /** Where it lies, seen from `link`: "feeds/breaking.xml". */
  readonly path: string;
  /** YYYY-MM-DD: when it was updated; undefined where there is no entry at all. */
  readonly date: string | undefined;
}

/** Atom asks for a day (RFC 4287, 4.1.1): this one, where a feed has none, as it never changes. */
const NEVER = "1970-01-01";

/** What a reader of feeds asks for again and again: older entries are on the page. */
const MOST = 100;

/** Entries as an RSS 2.0 feed. An entry's guid is its id: a reader who saw it never sees it as new again. */
export function renderRss(entries: readonly Entry[], options: Addressed): string {
  const feed = feedOf(options, { feedLinks: { rss: addressOf(options) } });
  for (const entry of newest(entries)) {
    feed.addItem({
      ...itemOf(entry, options),
      guid: entry.id,
      category: categoriesOf(entry).map(({ domain, name }) => ({ domain, name: written(name) })),
    });
  }
  const text = `${feed.rss2()}\n`;
  return options.date === undefined ? text.replace(/^ *<lastBuildDate>.*\n/m, "") : text;
}

/** Entries as an Atom feed (RFC 4287), whose ids hold neither text nor date nor address of an entry. */
export function renderAtom(entries: readonly Entry[], options: Addressed): string {
  const address = addressOf(options);
  const feed = feedOf(options, {
    id: uuidOf(`feed ${address}`),
    author: { name: written(options.title) },
    feedLinks: { atom: address },
  });
  for (const entry of newest(entries)) {
    feed.addItem({
      ...itemOf(entry, options),
      id: uuidOf(`entry ${entry.id}`),
      published: dayOf(entry.date),
      category: categoriesOf(entry).map(({ domain, name }) => ({
        // The library writes no "<" into an attribute that a reader of XML would take.
        name: plain(name).replaceAll("<", "‹"),
        term: slugOf(name),
        scheme: `${new URL(".", options.link).href}categories/${domain}`,
      })),
    });
  }
  return `${feed.atom1()}\n`;
}

/** Entries as JSON Feed 1.1: the library's 1.0, with what 1.1 made of `author` and added. */
export function renderJsonFeed(entries: readonly Entry[], options: Addressed): string {
  const feed = feedOf(options, { feedLinks: { json: addressOf(options) }, title: plain(options.title) });
  for (const entry of newest(entries)) {
    const { kind, compatibility, effective, sunset, section, rule } = entry;
    const places = {
      api: plain(entry.api),
      operations: entry.operations.slice(0, MOST_OPERATIONS).map(plain),
      path: plain(entry.path),
    };
    const own = { kind, compatibility, effective, sunset, section, rule, ...places };
    feed.addItem({
      ...itemOf(entry, options),
      title: plain(titleOf(entry)),
      id: entry.id,
      published: dayOf(entry.date),
      category: categoriesOf(entry).map(({ name }) => ({ name: plain(name) })),
      extensions: [{ name: "_changelog", objects: own }],
    });
  }
  const { items = [], ...said } = JSON.parse(feed.json1()) as JsonObject;
  const version = "https://jsonfeed.org/version/1.1";
  const authors = [{ name: plain(options.title) }];
  return `${JSON.stringify({ ...said, version, authors, language: "en", items }, null, 2)}\n`;
}

function feedOf(options: Addressed, more: Partial<LibraryOptions>): Feed {
  return new Feed({
    title: written(options.title),
    link: options.link,
    description: about,
    language: "en",
    updated: dayOf(options.date ?? NEVER),
    generator: "Concord",
    ...more,
  });
}

function itemOf(entry: Entry, { link, profile }: FeedOptions): Item {
  return {
    title: escapeText(plain(titleOf(entry))),
    link: Object.assign(new URL(link), { hash: entry.id }).href,
    date: dayOf(entry.date),
    description: summaryOf(entry, profile),
  };
}

function newest(entries: readonly Entry[]): Entry[] {
  return newestFirst(entries).slice(0, MOST);
}

function addressOf({ link, path }: Addressed): string {
  return new URL(path, link).href;
}

function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Text as the library wants it: it takes "&amp;" for "&" before it writes "&amp;". */
function written(text: string): string {
  return plain(text).replaceAll("&", "&amp;");
}

/** A UUID of version 8 (RFC 9562, 5.8) that is made of a name. */
function uuidOf(name: string): string {
  const hex = createHash("sha256").update(`changelog ${name}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
