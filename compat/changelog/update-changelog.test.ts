import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry, hostileText } from "../../test/support/compat/changelog.ts";
import { type Entry, updateChangelog } from "../index.ts";
import { parseEntry } from "./entry-fields.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const january = {
  profile: platformCompat,
  today: "2026-01-31",
  remind: [],
  link: "https://changelog.example/api/",
  title: "API changelog",
};
const removed = publishedEntry(changeOf());
const added = publishedEntry(
  changeOf({
    id: "1bb683ffec20",
    kind: "added",
    verdict: "non-breaking",
    rule: "enum-value-added",
    message: "Enum value was added",
  }),
);
const dangerous = publishedEntry(
  changeOf({
    id: "b243cad34c72",
    kind: "changed",
    verdict: "dangerous",
    rule: "type-changed",
    before: "integer",
    after: "number",
    message: "Type changed",
  }),
);

describe("updateChangelog()", () => {
  it("keeps a chosen title until another one is given, and a title that was made from the entries changes", async () => {
    const titleIn = (files: Readonly<Record<string, string>>): string | undefined =>
      /<h1>(.*)<\/h1>/.exec(files["index.html"] ?? "")?.[1];
    const page = (title?: string) => updateChangelog({ entries: [] }, { ...january, title, published: [removed] });
    const next = async (first: string | undefined, title?: string): Promise<string | undefined> => {
      const { files } = await page(first);
      const existing = { entries: [removed], page: files["index.html"] };
      const other = { ...added, id: "2bb683ffec20", api: "carts" };
      return titleIn((await updateChangelog(existing, { ...january, title, published: [other] })).files);
    };

    expect(await next("Ann's <API> & more")).toBe(titleIn((await page("Ann's <API> & more")).files));
    expect(await next("First", "Second")).toBe("Second");
    expect(await next(undefined)).toBe("API changelog");
  });

  it("writes CHANGELOG.md with a heading per day and version, and groups by verdict", async () => {
    const deprecated = { ...publishedEntry(deprecationOf(), "2026-02-28"), version: "v1.2" };
    const { files } = await update([], [removed, dangerous, added, deprecated]);

    expect(files["CHANGELOG.md"]).toMatchInlineSnapshot(`
      "# Changelog

      Changes of the API contracts, newest first.

      <!-- changelog: made of the files in entries/: edit those. What stands above and below is kept -->

      ## 2026-02-28, v1.2

      ### Deprecated

      - **Orders**: Operation "GET /v1/carts" was deprecated <!-- change de9ca7ed0001 -->
        - It keeps working until its sunset. (§9.4, \`operation-deprecated\`)
        - What to do: Stop using it before 2027-03-01. Use GET /v1/orders instead.
        - Sunset: 2027-03-01
        - Replacement: \`GET /v1/orders\`
        - Carts became orders.

      ## 2026-01-31

      ### Breaking

      - **Orders** \`GET /v1/orders\` request \`query.sort\`: Parameter "sort" (query) was removed <!-- change aaf416a514f0 -->
        - Consumers send the parameter. (§9.5, \`request-parameter-removed\`)
        - What to do: Stop sending it, and check that nothing relies on its effect.

      ### Dangerous

      - **Orders** \`GET /v1/orders\` request \`query.sort\`: Type changed <!-- change b243cad34c72 -->
        - \`"integer"\` → \`"number"\`
        - Consumers send the parameter. (§9.5, \`type-changed\`)
        - What to do: Check whether your integration depends on it.

      ### Other

      - **Orders** \`GET /v1/orders\` request \`query.sort\`: Enum value was added <!-- change 1bb683ffec20 -->
        - Consumers send the parameter. (§9.5, \`enum-value-added\`)
        - What to do: Nothing; it can be sent from now on.

      <!-- changelog ends 41611cf60cb4 -->
      "
    `);
  });

  it("writes the same bytes when it runs again, even on another day", async () => {
    const { files, entries } = await update([], [removed, dangerous]);
    const again = await update(entries, [{ ...removed, date: "2026-02-28" }, dangerous], {
      markdown: files["CHANGELOG.md"],
    });

    expect(again.added).toEqual([]);
    expect(again.files).toEqual(withoutEntries(files));
  });

  it("never overwrites an existing entry, and renders its edits", async () => {
    const edited = { ...removed, message: "Sorting went away", compatibility: "dangerous" as const };
    const { files, added: fresh } = await update([edited], [removed]);

    expect(fresh).toEqual([]);
    expect(Object.keys(files).filter((path) => path.startsWith("entries/"))).toEqual([]);
    for (const path of ["CHANGELOG.md", "index.html", "changelog.xml", "changelog.atom.xml", "changelog.feed.json"])
      expect(files[path]).toContain("Sorting went away");
  });

  it("renders neither hidden nor covered entries, and does not create them again", async () => {
    const { files, added: fresh } = await update(
      [
        { ...removed, hidden: true },
        { ...added, covers: [dangerous.id] },
      ],
      [removed, dangerous],
    );

    expect(fresh).toEqual([]);
    for (const text of Object.values(files)) {
      expect(text).not.toContain(removed.id);
      expect(text).not.toContain(dangerous.id);
    }
  });

  it("writes an empty feed for an API whose entries are all hidden", async () => {
    const { files } = await update([{ ...removed, hidden: true }], [removed]);

    expect(files["feeds/api/orders.xml"]).not.toContain("<item>");
    expect(Object.keys(files).filter((path) => path.startsWith("feeds/api/"))).toHaveLength(3);
    expect(files["index.html"]).not.toContain("feeds/api/");
  });

  it("keeps text outside the markers of CHANGELOG.md, and reports edits between them", async () => {
    const first = await update([], [removed]);
    const markdown = `# What is new\n\nHello.\n${first.files["CHANGELOG.md"]?.replace("# Changelog", "")}\n## Before 2020\n\nWe had none.\n`;
    const outside = await update(first.entries, [added], { markdown });
    const inside = await update(first.entries, [], { markdown: markdown.replace("Stop sending it", "Stop it") });

    expect(outside.hadEdits).toBe(false);
    expect(outside.files["CHANGELOG.md"]).toMatch(
      /^# What is new\n\nHello\.[^]*1bb683ffec20[^]*## Before 2020\n\nWe had none\.\n$/,
    );
    expect(inside.hadEdits).toBe(true);
    expect(inside.files["CHANGELOG.md"]).toBe(markdown);
  });

  it("escapes hostile text in all files", async () => {
    const hostileEntries = {
      ...publishedEntry(
        changeOf({
          api: hostileText,
          operation: hostileText,
          operations: [hostileText],
          path: hostileText,
          message: hostileText,
          why: hostileText,
        }),
      ),
      version: hostileText,
    };
    const { files } = await update([], [hostileEntries]);
    const markdown = files["CHANGELOG.md"] as string;
    const shown = markdown.replaceAll(/`[^`]*`/g, "");

    expect(markdown.match(/^(#|- |<)/gm)).toHaveLength(6);
    expect(shown).not.toMatch(/(?<!\\)<(?!!-- (change [0-9a-f]{12}|changelog.*) -->$)/m);
    expect(shown).not.toMatch(/(?<!\\)\]\(/);
    expect(files["index.html"]).not.toMatch(/<img|<script>alert/);
    for (const [path, text] of Object.entries(files))
      if (!path.startsWith("entries/")) expect(text).not.toMatch(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/v);
    const file = Object.keys(files).find((path) => path.startsWith("entries/"));
    expect(file).toMatch(/^entries\/2026-01-31-[a-z0-9-]+-aaf416a514f0\.yaml$/);
  });
});

async function update(
  entries: readonly Entry[],
  published: readonly Entry[],
  texts: { markdown?: string | undefined } = {},
) {
  const updated = await updateChangelog({ entries, ...texts }, { ...january, published });
  const createdEntries = Object.entries(updated.files)
    .filter(([path]) => path.startsWith("entries/"))
    .map(([, text]) => parseEntry(parse(text)));
  return {
    ...updated,
    entries: [
      ...entries,
      ...createdEntries.map((read) => ("entry" in read ? read.entry : expect.fail(read.mistake.reason))),
    ],
  };
}

function withoutEntries(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("entries/")));
}
