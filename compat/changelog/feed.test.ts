import { describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry, hostileText } from "../../test/support/compat/changelog.ts";
import { type XmlElement, childrenNamed, readXml, childText } from "../../test/support/compat/xml.ts";
import type { Entry } from "./entry.ts";
import { renderAtom, renderJsonFeed, renderRss } from "./feed.ts";
import { feedFiles, feedSelections } from "./feeds.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const options = {
  profile: platformCompat,
  link: "https://changelog.example/api/",
  title: "A & B <changes>",
  date: "2026-01-31",
};
const removed = publishedEntry(changeOf());
const deprecated = publishedEntry(deprecationOf(), "2026-02-28");
const hostileEntry = publishedEntry(
  changeOf({
    id: "0123456789ab",
    api: hostileText,
    operation: hostileText,
    operations: [hostileText, `GET ${hostileText}`],
    path: hostileText,
    message: hostileText,
    why: hostileText,
    before: hostileText,
    after: { [hostileText]: hostileText },
  }),
);
const all = [
  removed,
  deprecated,
  { ...hostileEntry, replacement: hostileText, note: hostileText, links: ["https://a.example/?a=1&b=<x>"] },
];

/** RFC 822, section 5, with the four digits of a year of RFC 1123. */
const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("the strict XML parser", () => {
  it.each([
    "<a><b></a>",
    "<a>&nbsp;</a>",
    "<a b='1'/>",
    '<a b="<"/>',
    "<a>]]></a>",
    "<a/><b/>",
    "<a>\u0001</a>",
    "<a>a & b</a>",
  ])("refuses %j", (text) => {
    expect(() => readXml(text)).toThrow();
  });
});

describe("renderRss()", () => {
  const feed = (entries: readonly Entry[]) => readXml(renderRss(entries, { ...options, path: "changelog.xml" }));
  const channelOf = (rss: XmlElement) => childrenNamed(rss, "channel")[0] as XmlElement;

  it("is RSS 2.0 with the required elements of a channel and an item", () => {
    const rss = feed(all);
    const channel = channelOf(rss);

    expect([rss.name, rss.attributes["version"], rss.attributes["xmlns:atom"]]).toEqual([
      "rss",
      "2.0",
      "http://www.w3.org/2005/Atom",
    ]);
    expect([childText(channel, "title"), childText(channel, "link")]).toEqual([options.title, options.link]);
    expect(childText(channel, "description")).not.toBe("");
    expect(childText(channel, "lastBuildDate")).toMatch(rfc822);
    expect(childrenNamed(channel, "atom:link").map(({ attributes }) => attributes)).toEqual([
      { href: "https://changelog.example/api/changelog.xml", rel: "self", type: "application/rss+xml" },
    ]);
    for (const item of childrenNamed(channel, "item")) {
      expect(childText(item, "title")).not.toBe("");
      expect(childText(item, "description")).not.toBe("");
      expect(childText(item, "pubDate")).toMatch(rfc822);
      expect(new Date(childText(item, "pubDate")).toUTCString()).toBe(childText(item, "pubDate"));
      expect(childrenNamed(item, "guid")[0]?.attributes).toEqual({ isPermaLink: "false" });
      expect(childText(item, "link")).toBe(`${options.link}#${childText(item, "guid")}`);
    }
    expect(guidsOf(channel)).toEqual([deprecated.id, removed.id, hostileEntry.id]);
  });

  it("has categories for API, kind, compatibility and required action", () => {
    const item = childrenNamed(channelOf(feed([deprecated])), "item")[0] as XmlElement;

    expect(childrenNamed(item, "category").map(({ attributes, text }) => [attributes["domain"], text])).toEqual([
      ["api", "Orders"],
      ["kind", "deprecated"],
      ["compatibility", "non-breaking"],
      ["action", "action required"],
    ]);
  });

  it("does not change the name of an API", () => {
    const item = childrenNamed(channelOf(feed([{ ...removed, api: "R&D &amp; <x>" }])), "item")[0] as XmlElement;

    expect(childrenNamed(item, "category")[0]?.text).toBe("R&D &amp; <x>");
  });

  it("keeps guids when entries are edited, and on another day", () => {
    const edited = all.map((entry) => ({
      ...entry,
      message: "Something else",
      impact: "no",
      action: "no",
      date: "2026-05-05",
    }));

    expect(new Set(guidsOf(channelOf(feed(edited))))).toEqual(new Set(guidsOf(channelOf(feed(all)))));
  });

  it("has the newest hundred entries", () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...removed,
      id: `m-${index}`,
      date: `2026-01-${10 + (index % 20)}`,
    }));
    const channel = channelOf(feed(many));

    expect(new Set(guidsOf(channel)).size).toBe(100);
    expect(childText(channel, "lastBuildDate")).toContain("31 Jan 2026");
    expect(childrenNamed(channel, "item").some((item) => childText(item, "pubDate").includes(" 10 Jan"))).toBe(false);
  });

  function guidsOf(channel: XmlElement): string[] {
    return childrenNamed(channel, "item").map((item) => childText(item, "guid"));
  }
});

describe("renderAtom()", () => {
  const read = (entries: readonly Entry[]) => readXml(renderAtom(entries, { ...options, path: "changelog.atom.xml" }));

  it("is Atom with the required elements of a feed (RFC 4287, 4.1.1) and an entry (4.1.2)", () => {
    const feed = read(all);
    const entries = childrenNamed(feed, "entry");

    expect([feed.name, feed.attributes["xmlns"]]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    expect(childText(childrenNamed(feed, "author")[0] as XmlElement, "name")).toBe(options.title);
    expect(childrenNamed(feed, "link").map(({ attributes }) => attributes)).toEqual([
      { rel: "alternate", href: options.link },
      { rel: "self", href: `${options.link}changelog.atom.xml` },
    ]);
    for (const each of [feed, ...entries]) {
      expect(childText(each, "title")).not.toBe("");
      expect(childText(each, "updated")).toMatch(rfc3339);
      expect(childText(each, "id")).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
    for (const entry of entries) {
      expect(childrenNamed(entry, "link")).toHaveLength(1);
      expect(childrenNamed(entry, "category").every(({ attributes }) => attributes["term"] !== "")).toBe(true);
    }
    expect(new Set(entries.map((entry) => childText(entry, "id"))).size).toBe(3);
  });

  it("has ids that do not depend on day, text and URL", () => {
    const [one] = childrenNamed(read([removed]), "entry");
    const edited = renderAtom([{ ...removed, date: "2026-05-05", message: "Else" }], {
      ...options,
      link: "https://b.example/",
      path: "feeds/breaking.atom.xml",
    });
    const [other] = childrenNamed(readXml(edited), "entry");

    expect(childText(other as XmlElement, "id")).toBe(childText(one as XmlElement, "id"));
  });
});

describe("renderJsonFeed()", () => {
  it("is JSON Feed 1.1 with its required members", () => {
    const feed = JSON.parse(renderJsonFeed(all, { ...options, path: "changelog.feed.json" }));

    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: options.title,
      home_page_url: options.link,
      feed_url: `${options.link}changelog.feed.json`,
      language: "en",
      authors: [{ name: options.title }],
    });
    expect(feed.author).toBeUndefined();
    expect(feed.items.map(({ id }: { id: string }) => id)).toEqual([deprecated.id, removed.id, hostileEntry.id]);
    for (const item of feed.items) {
      expect(item).toMatchObject({ url: `${options.link}#${item.id}`, content_html: expect.stringMatching(/^<p>/) });
      expect(item.date_published).toMatch(rfc3339);
    }
    expect(feed.items[0].tags).toEqual(["Orders", "deprecated", "non-breaking", "action required"]);
    expect(feed.items[0]).toMatchObject({ _changelog: { effective: "2027-03-01", sunset: "2027-03-01" } });
  });
});

describe("feedFiles()", () => {
  it("has a feed of all entries, one of breaking ones, and one for each API, in three formats", () => {
    const files = feedFiles(
      [removed, deprecated, publishedEntry(changeOf({ id: "b", api: "Bäck Öffice", verdict: "dangerous" }))],
      options,
    );

    expect(Object.keys(files)).toEqual([
      "changelog.xml",
      "changelog.atom.xml",
      "changelog.feed.json",
      "feeds/breaking.xml",
      "feeds/breaking.atom.xml",
      "feeds/breaking.feed.json",
      "feeds/api/back-office.xml",
      "feeds/api/back-office.atom.xml",
      "feeds/api/back-office.feed.json",
      "feeds/api/orders.xml",
      "feeds/api/orders.atom.xml",
      "feeds/api/orders.feed.json",
    ]);
    expect(files["feeds/breaking.xml"]?.match(/<guid[^>]*>[^<]*/g)).toEqual([
      `<guid isPermaLink="false">${removed.id}`,
    ]);
  });

  it("has the day of its newest entry, and without entries only the date that Atom requires", () => {
    const days = (entries: readonly Entry[]) => {
      const files = feedFiles(entries, options);
      return ["changelog.xml", "changelog.atom.xml"].map(
        (path) => /<(?:lastBuildDate|updated)>([^<]*)/.exec(files[path] ?? "")?.[1],
      );
    };

    expect(days([removed])).toEqual(["Sat, 31 Jan 2026 00:00:00 GMT", "2026-01-31T00:00:00.000Z"]);
    expect(days([])).toEqual([undefined, "1970-01-01T00:00:00.000Z"]);
    for (const text of Object.values(feedFiles([], options))) if (text.startsWith("<")) readXml(text);
  });

  it("escapes hostile text, and keeps files in their folder", () => {
    const files = feedFiles(all, options);
    expect(
      Object.keys(files).filter(
        (path) => !/^(changelog|feeds\/(api\/)?[a-z0-9-]+)\.(xml|atom\.xml|feed\.json)$/.test(path),
      ),
    ).toEqual([]);
    for (const [path, text] of Object.entries(files)) {
      const isXml = path.endsWith(".xml");
      if (isXml) readXml(text);
      // A title in JSON Feed is plain text, so it needs no escaping.
      const contents = isXml ? text : JSON.parse(text).items.map((item: { content_html: string }) => item.content_html);
      expect(String(contents)).not.toMatch(/<script|<img/);
    }
    expect(feedSelections([hostileEntry], "x").map(({ path }) => path)).toHaveLength(3);
  });
});
