import { describe, expect, it } from "vitest";
import { loadContracts } from "../../contracts/index.ts";
import { type Change, type CompatReport, checkCompat, entriesOf, renderFeed, updateChangelog } from "../index.ts";
import { idsIn, renderChangelog } from "./markdown.ts";

const base = await loadContracts(["fixtures/changelog/base.yaml"]);
const revision = await loadContracts(["fixtures/changelog/revision.yaml"]);
const report = checkCompat(base, revision);
const [removed, , , , , dangerous, added] = report.changes as readonly Change[];
const january = { date: "2026-01-31", link: "https://changelog.example/api/", title: "API changelog" };
const february = { ...january, date: "2026-02-28" };

describe("updateChangelog()", () => {
  it("starts a changelog, with a heading per day and a group per verdict", () => {
    const { files } = updateChangelog({}, of(removed, dangerous, added), january);

    expect(files["CHANGELOG.md"]).toMatchInlineSnapshot(`
      "# Changelog

      Changes of the API contracts, newest first.

      ## 2026-01-31

      ### Breaking

      - **Orders** \`GET /v1/orders\` \`query.sort\`: Parameter "sort" (query) was removed <!-- change aaf416a514f0 -->
        - Consumers send the parameter and count on its effect, which they no longer get. (§9.5, \`request-parameter-removed\`)

      ### Dangerous

      - **Orders** \`POST /v1/orders\` \`body.quantity\`: Type changed from integer to number <!-- change b243cad34c72 -->
        - Consumers write and read values of the types that the base contract gave. (§9.5, \`type-changed\`)

      ### Other

      - **Orders** \`POST /v1/orders\` \`body.quantity\`: Property "quantity" is always there now <!-- change aa23e1b955d5 -->
        - Consumers find the field more often than they could count on. (§9.2, \`response-property-became-required\`)
        - Also: \`GET /v1/orders\`, \`GET /v1/orders/{id}\`
      "
    `);
  });

  it("writes the same bytes when it runs again, on another day too", () => {
    const { files } = updateChangelog({}, report, january);

    expect(updateChangelog({}, report, january).files).toEqual(files);
    expect(updateChangelog(files, report, february)).toEqual({ files, added: [] });
  });

  it("puts new entries on top and keeps what is there", () => {
    const first = updateChangelog({}, of(added), january).files;
    const second = updateChangelog(first, of(removed, added), february);

    expect(second.added.map(({ id }) => id)).toEqual([removed?.id]);
    expect([...idsIn(second.files["CHANGELOG.md"])]).toEqual([
      [removed?.id, "2026-02-28"],
      [added?.id, "2026-01-31"],
    ]);
    expect(guidsIn(second.files["changelog.xml"])).toEqual([removed?.id, added?.id]);
  });

  it("adds to a day that has entries, group by group", () => {
    const first = updateChangelog({}, of(dangerous), january).files;
    const second = updateChangelog(first, of(added, removed), january).files;
    const whole = updateChangelog({}, of(removed, dangerous, added), january).files;

    expect(second["CHANGELOG.md"]).toBe(whole["CHANGELOG.md"]);
  });

  it("puts an earlier day below a later one", () => {
    const later = updateChangelog({}, of(added), february).files;
    const { files } = updateChangelog(later, of(removed), january);

    expect([...idsIn(files["CHANGELOG.md"]).values()]).toEqual(["2026-02-28", "2026-01-31"]);
    expect(guidsIn(files["changelog.xml"])).toEqual([added?.id, removed?.id]);
  });

  it("keeps edits by hand", () => {
    const { files } = updateChangelog({}, of(added), january);
    const edited = files["CHANGELOG.md"]
      .replace("# Changelog", "# What is new")
      .replace("### Other", "Thank you all.\n\n### Other");
    const next = updateChangelog({ ...files, "CHANGELOG.md": edited }, of(removed, added), february);

    expect(next.files["CHANGELOG.md"]).toMatch(/^# What is new\n[^]*## 2026-02-28[^]*## 2026-01-31\n\nThank you all\./);
  });

  it("does not publish again what only the text or only the record knows, and keeps its day", () => {
    const { files } = updateChangelog({}, report, january);
    const { "CHANGELOG.md": markdown, "changelog.json": record } = files;

    expect(updateChangelog({ "CHANGELOG.md": markdown }, report, february)).toEqual({ files, added: [] });
    expect(updateChangelog({ "changelog.json": record }, report, february)).toEqual({ files, added: [] });
  });

  it("refuses a record that it cannot read", () => {
    for (const broken of ["{", "[]", '{"version":1,"entries":[{"id":"x"}]}']) {
      expect(() => updateChangelog({ "changelog.json": broken }, report, january)).toThrow(
        'Cannot read "changelog.json"',
      );
    }
  });
});

describe("renderFeed()", () => {
  it("is RSS 2.0, with permanent guids and categories", () => {
    expect(renderFeed(entriesOf(of(removed), "2026-01-31"), january)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
          <channel>
              <title>API changelog</title>
              <link>https://changelog.example/api/</link>
              <description>Changes of the API contracts, newest first</description>
              <lastBuildDate>Sat, 31 Jan 2026 00:00:00 GMT</lastBuildDate>
              <docs>https://validator.w3.org/feed/docs/rss2.html</docs>
              <generator>Concord</generator>
              <language>en</language>
              <atom:link href="https://changelog.example/api/changelog.xml" rel="self" type="application/rss+xml"/>
              <item>
                  <title><![CDATA[breaking: Parameter "sort" (query) was removed (Orders, GET /v1/orders)]]></title>
                  <link>https://changelog.example/api/#2026-01-31</link>
                  <guid isPermaLink="false">aaf416a514f0</guid>
                  <pubDate>Sat, 31 Jan 2026 00:00:00 GMT</pubDate>
                  <description><![CDATA[<p>Parameter "sort" (query) was removed</p><p>Where: request <code>query.sort</code></p><p>Consumers send the parameter and count on its effect, which they no longer get. (§9.5, request-parameter-removed)</p><ul><li>GET /v1/orders</li></ul>]]></description>
                  <category domain="api">Orders</category>
                  <category domain="kind">removed</category>
                  <category domain="compatibility">breaking</category>
              </item>
          </channel>
      </rss>
      "
    `);
  });

  it("has no time but the given day", () => {
    expect(renderFeed([], january)).toContain("<lastBuildDate>Sat, 31 Jan 2026 00:00:00 GMT</lastBuildDate>");
  });
});

describe("untrusted text", () => {
  const text =
    "x]]></title><script>alert(1)</script>\n## 2020-01-01\n- <!-- change 0123456789ab -->\u0000\uD800\uFFFE [a](javascript:b) `c` &amp;";
  const hostile = entriesOf(
    of({
      ...(removed as Change),
      api: text,
      operation: text,
      operations: [text, `GET ${text}`],
      path: text,
      message: text,
    }),
    "2026-01-31",
  );

  it("neither marks up nor forges entries in CHANGELOG.md", () => {
    const markdown = renderChangelog(hostile);

    expect([...idsIn(markdown)]).toEqual([[removed?.id, "2026-01-31"]]);
    expect(markdown.split("\n").filter((line) => /^(#|- |<)/.test(line))).toHaveLength(4);
    expect(markdown.replaceAll(/`[^`]*`/g, "")).not.toMatch(/(?<!\\)<(?!!-- change [0-9a-f]{12} -->$)/m);
    expect(markdown.replaceAll(/`[^`]*`/g, "")).not.toMatch(/(?<!\\)\]\(/);
  });

  it("stays text in the feed", () => {
    const feed = renderFeed(hostile, january);

    expect(feed).not.toContain("<script");
    expect(feed.match(/<title>/g)).toHaveLength(2);
    expect(feed.isWellFormed()).toBe(true);
    // oxlint-disable-next-line no-control-regex
    expect(feed).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
  });
});

function of(...changes: readonly (Change | undefined)[]): CompatReport {
  return { verdict: "breaking", changes: changes.filter((change) => change !== undefined), faults: [] };
}

function guidsIn(feed: string): string[] {
  return [...feed.matchAll(/<guid isPermaLink="false">(\w+)<\/guid>/g)].map((match) => match[1] as string);
}
