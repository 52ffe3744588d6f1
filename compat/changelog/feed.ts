import { Feed } from "feed";
import { plain } from "../wording.ts";
import { type Entry } from "./entry.ts";

/** What a feed says of itself. */
export interface FeedOptions {
  /** Where the changelog can be read: an http or https URL. */
  readonly link: string;
  readonly title: string;
  /** YYYY-MM-DD: the day of a feed that has no entries. */
  readonly date: string;
}

/** More operations than a reader wants to see; all are in the record. */
const MOST = 20;

/** Entries as an RSS 2.0 feed. An entry's guid is its id: a reader who saw it never sees it as new again. */
export function renderFeed(entries: readonly Entry[], { link, title, date }: FeedOptions): string {
  const feed = new Feed({
    title: plain(title),
    link,
    description: "Changes of the API contracts, newest first",
    language: "en",
    updated: atMidnight(entries[0]?.date ?? date),
    feedLinks: { rss: new URL("changelog.xml", link).href },
    generator: "Concord",
  });
  for (const entry of entries) {
    feed.addItem({
      title: escaped(titleOf(entry)),
      link: Object.assign(new URL(link), { hash: entry.date }).href,
      guid: entry.id,
      date: atMidnight(entry.date),
      description: descriptionOf(entry),
      category: [
        { name: plain(entry.api), domain: "api" },
        { name: entry.kind, domain: "kind" },
        { name: entry.verdict, domain: "compatibility" },
      ],
    });
  }
  return `${feed.rss2()}\n`;
}

function titleOf({ verdict, api, operation, message }: Entry): string {
  return `${verdict}: ${message} (${api}, ${operation})`;
}

function descriptionOf({ path, direction, operations, why, section, rule, message }: Entry): string {
  const where = path === "" ? "" : `<p>Where: ${direction} <code>${escaped(path)}</code></p>`;
  const named = operations
    .slice(0, MOST)
    .map((name) => `<li>${escaped(name)}</li>`)
    .join("");
  const more = operations.length > MOST ? `<li>and ${operations.length - MOST} more</li>` : "";
  return `<p>${escaped(message)}</p>${where}<p>${escaped(why)} (§${escaped(section)}, ${rule})</p><ul>${named}${more}</ul>`;
}

/** A feed's text is read as HTML. */
function escaped(text: string): string {
  return plain(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function atMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
