import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runChangelog } from "../changelog.ts";

/** Documents of a tag, by file name: the title of the API and its operations. */
type Version = Readonly<Record<string, readonly [title: string, ...paths: string[]]>>;

const another = "an API that goes, and another that takes its file";

const histories: Readonly<Record<string, readonly Version[]>> = {
  "titles that change with other things": [
    { orders: ["Orders", "/a"], users: ["Users", "/a"] },
    { orders: ["Orders", "/a", "/b"], users: ["Users", "/a", "/b"] },
    { orders: ["Shop", "/a", "/b", "/c"], users: ["Users", "/a"] },
    { orders: ["Shop", "/a", "/c"], users: ["People", "/a", "/c"] },
    { orders: ["Store", "/a", "/d"], users: ["People", "/a", "/d"] },
  ],
  "titles that change by themselves, before anything was told": [
    { orders: ["Orders", "/a"], users: ["Users", "/a"] },
    { orders: ["Shop", "/a"], users: ["Users", "/a"] },
    { orders: ["Shop", "/a", "/b"], users: ["People", "/a"] },
    { orders: ["Store", "/a", "/b"], users: ["People", "/a"] },
    { orders: ["Store", "/a", "/b", "/c"], users: ["People", "/a", "/c"] },
  ],
  "a file that is renamed, and its title later": [
    { orders: ["Orders", "/a"], users: ["Users", "/a"] },
    { shop: ["Orders", "/a"], users: ["Users", "/a"] },
    { shop: ["Shop", "/a"], users: ["Users", "/a", "/b"] },
    { shop: ["Shop", "/a", "/b"], users: ["Users", "/a"] },
    { store: ["Shop", "/a", "/c"], users: ["Users", "/a"] },
  ],
  "a title that another API takes": [
    { orders: ["Orders", "/a"], users: ["Users", "/x"] },
    { orders: ["Shop", "/a", "/b"], users: ["Users", "/x", "/y"] },
    { orders: ["Shop", "/a"], users: ["Orders", "/x"] },
    { orders: ["Shop", "/a", "/c"], users: ["Orders", "/x", "/z"] },
  ],
  "two that swap their files, before anything was told of one": [
    { orders: ["Orders", "/a"], users: ["Users", "/x"] },
    { orders: ["Orders", "/a", "/b"], users: ["Users", "/x"] },
    { orders: ["Users", "/x"], users: ["Orders", "/a", "/b"] },
    { orders: ["Users", "/x", "/y"], users: ["Orders", "/a"] },
  ],
  "a file that is renamed with its title": [
    { orders: ["Orders", "/a", "/b"], users: ["Users", "/x"] },
    { orders: ["Orders", "/a"], users: ["Users", "/x"] },
    { shop: ["Shop", "/a", "/c"], users: ["Users", "/x"] },
    { shop: ["Shop", "/a", "/c", "/d"], users: ["Users", "/x"] },
  ],
  [another]: [
    { orders: ["Orders", "/a"], users: ["Users", "/x"] },
    { orders: ["Orders", "/a", "/b"] },
    { orders: ["Orders", "/a"], users: ["Receivers", "/y"] },
    { orders: ["Shop", "/a"], users: ["Receivers", "/y", "/z"] },
  ],
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "concord-feeds-"));
  git("init", "-q");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("concord changelog --since-tags", () => {
  it.each(Object.entries(histories))(
    "writes the same files tag by tag and for all tags at once: %s",
    async (name, versions) => {
      let before = new Map<string, string>();
      for (const [index, version] of versions.entries()) {
        release(index, version);
        await publish("by-tag");
        const after = filesIn("by-tag");
        for (const [path, text] of before) {
          // Published entries keep their content and their feed.
          if (path.startsWith("entries/")) expect(after.get(path)).toBe(text);
          const [known, now] = [guidsIn(text), guidsIn(after.get(path) ?? "")];
          expect(now.slice(now.length - known.length)).toEqual(known);
        }
        expect(new Set(guidsIn(after.get("changelog.xml") ?? "")).size).toBe(
          [...after.keys()].filter((path) => path.startsWith("entries/")).length,
        );
        before = after;
      }
      for (const _ of ["first", "again"]) {
        await publish("at-once");
        expect(filesIn("at-once")).toEqual(before);
      }
      // The feed of an API has the first title of the API.
      const feeds = [...before.keys()].flatMap((path) => /^feeds\/api\/([^.]+)\.xml$/.exec(path)?.[1] ?? []);
      expect(feeds.filter((feed) => feed !== "orders" && feed !== "users")).toEqual(
        name === another ? ["receivers"] : [],
      );
    },
  );

  it("adds later changes to the feed that an edited entry names", async () => {
    const [first, ...others] = histories["a title that another API takes"] ?? [];
    release(0, first as Version);
    release(1, others[0] as Version);
    await publish("out");
    for (const [name, text] of filesIn("out")) {
      if (/^entries\/.*-orders-/.test(name))
        writeFileSync(join(root, "out", name), text.replace(/^api: orders$/m, "$&\nfeed: Sales"));
    }
    for (const [index, version] of others.slice(1).entries()) release(index + 2, version);
    await publish("out");

    expect(guidsIn(filesIn("out").get("feeds/api/sales.xml") ?? "")).toHaveLength(3);
    expect(guidsIn(filesIn("out").get("feeds/api/users.xml") ?? "")).toHaveLength(3);
  });
});

function publish(out: string) {
  const argv = [
    join(root, "apis"),
    "--since-tags",
    "v*",
    "--out",
    join(root, out),
    "--link",
    "https://changes.example.org/",
    "--remind",
    "none",
  ];
  return runCommand((io) => runChangelog(argv, io, new Date("2026-12-01T12:00:00Z")));
}

function release(index: number, version: Version): void {
  rmSync(join(root, "apis"), { recursive: true, force: true });
  mkdirSync(join(root, "apis"));
  for (const [name, [title, ...paths]] of Object.entries(version)) {
    const get = { responses: { "200": { description: "Done" } } };
    const items = Object.fromEntries(paths.map((path) => [path, { get }]));
    const document = { openapi: "3.1.0", info: { title, version: "1" }, paths: items };
    writeFileSync(join(root, "apis", `${name}.json`), JSON.stringify(document));
  }
  git("add", "-A", "apis");
  const who = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
  git(...who, "commit", "-q", "--allow-empty", "-m", "x");
  execFileSync("git", [...who, "tag", "-a", "-m", "x", `v${index}`], {
    cwd: root,
    env: { ...process.env, GIT_COMMITTER_DATE: `2026-01-0${index + 1}T12:00:00Z` },
  });
}

function guidsIn(feed: string): string[] {
  return [...feed.matchAll(/<guid[^>]*>([^<]*)/g)].map(([, guid = ""]) => guid);
}

function filesIn(folder: string): Map<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const names = files.map((each) => relative(join(root, folder), join(each.parentPath, each.name))).toSorted();
  return new Map(names.map((name) => [name, readFileSync(join(root, folder, name), "utf8")]));
}

function git(...argv: readonly string[]): void {
  execFileSync("git", argv, { cwd: root });
}
