import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCompat } from "../compat/index.ts";
import { loadContracts } from "../contracts/index.ts";
import { type CommandOutput, runCommand } from "../test/support/cli/run-command.ts";
import { command, runChangelog as runAt } from "./changelog.ts";

const base = "fixtures/changelog/base.yaml";
const revision = "fixtures/changelog/revision.yaml";
const { changes } = checkCompat(await loadContracts([base]), await loadContracts([revision]));
const all = changes.length;
const breaking = changes.filter(({ verdict }) => verdict === "breaking").length;
const noon = new Date("2026-01-31T12:00:00Z");

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "concord-changelog-")), "out");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

describe("concord changelog", () => {
  it("writes entries, the changelog, the page and the feeds", async () => {
    const { code, out } = await run(base, revision, "--out", folder);

    expect(code).toBe(0);
    expect(out).toBe(`${folder}: ${all} new of ${all} changes, ${breaking} of the new ones breaking\n`);
    expect(filesIn(folder).filter((path) => !path.startsWith("entries/"))).toEqual([
      "CHANGELOG.md",
      "changelog.atom.xml",
      "changelog.feed.json",
      "changelog.xml",
      "feeds/api/orders.atom.xml",
      "feeds/api/orders.feed.json",
      "feeds/api/orders.xml",
      "feeds/breaking.atom.xml",
      "feeds/breaking.feed.json",
      "feeds/breaking.xml",
      "index.html",
    ]);
    expect(readdirSync(join(folder, "entries"))).toHaveLength(all);
    expect(read("CHANGELOG.md")).toContain("## 2026-01-31\n\n### Breaking\n");
    expect(read("changelog.xml")).toContain('<rss version="2.0"');
  });

  it("writes no feeds without an address, and says so; it keeps the address of the run before", async () => {
    const { code, err } = await runAsGiven(base, revision, "--out", folder);
    expect(code).toBe(0);
    expect(err).toContain("No feeds are written: they need the public URL of the changelog (--link URL)\n");
    expect(filesIn(folder).filter((path) => !path.startsWith("entries/"))).toEqual(["CHANGELOG.md", "index.html"]);
    expect(read("index.html")).not.toMatch(/https?:|Feeds/);

    await run(base, revision, "--out", folder, "--link", "https://books.example.org/changes?a=1&b=2");
    const withAddress = read("changelog.xml");
    const { err: silent } = await runAsGiven(base, revision, "--out", folder);
    expect(silent).toBe("");
    expect(withAddress).toContain("https://books.example.org/changes?a=1&amp;b=2");
    expect(read("changelog.xml")).toBe(withAddress);
  });

  it("changes no file in a second run, with or without documents", async () => {
    await run(base, revision, "--out", folder);
    const before = filesIn(folder).map((path) => [path, read(path)]);
    const { out } = await run(base, revision, "--out", folder, "--date", "2026-03-31");
    await run("--out", folder, "--today", "2027-03-31");

    expect(out).toContain(`0 new of ${all} changes`);
    expect(filesIn(folder).map((path) => [path, read(path)])).toEqual(before);
  });

  it("writes the same files on every day if the contract did not change", async () => {
    const on = async (day: string): Promise<unknown> => {
      await run(base, base, "--out", folder, "--today", day);
      return filesIn(folder).map((path) => [path, read(path)]);
    };

    expect(await on("2027-03-31")).toEqual(await on("2026-01-31"));
  });

  it("keeps and shows edits and comments in an entry", async () => {
    await run(base, revision, "--out", folder);
    const [name = ""] = readdirSync(join(folder, "entries"));
    const edited = `# Checked with the team.\n${read(`entries/${name}`).replace(/^message:.*$/m, "message: In our words # better")}`;
    writeFileSync(join(folder, "entries", name), edited);
    await run(base, revision, "--out", folder);

    expect(read(`entries/${name}`)).toBe(edited);
    for (const path of ["CHANGELOG.md", "index.html", "changelog.xml"]) expect(read(path)).toContain("In our words");
  });

  it("keeps the feed of an API after a change of its file name, and then of its title", async () => {
    const versions = [
      ["shop", "Shop API", ["/a"]],
      ["shop", "Shop API", ["/a", "/b"]],
      ["store", "Shop API", ["/a", "/b", "/c"]],
      ["store", "Store API", ["/a", "/b", "/c", "/d"]],
      ["store", "Store API", ["/a", "/b", "/c", "/d", "/e"]],
    ] as const;
    const files = versions.map(([name, title, paths], index) => {
      const file = join(folder, "..", String(index), `${name}.json`);
      mkdirSync(dirname(file));
      const get = { responses: { "200": { description: "Done" } } };
      const items = Object.fromEntries(paths.map((path) => [path, { get }]));
      writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: items }));
      return file;
    });
    for (const [index, file] of files.slice(1).entries()) await run(files[index] as string, file, "--out", folder);

    expect(readdirSync(join(folder, "feeds", "api"))).toEqual([
      "shop-api.atom.xml",
      "shop-api.feed.json",
      "shop-api.xml",
    ]);
    expect(read("feeds/api/shop-api.xml").match(/<item>/g)).toHaveLength(4);
  });

  it.each(["CHANGELOG.md", "feeds/breaking.feed.json"])("does not overwrite %s if it is an input", async (name) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} });
    writeFileSync(file, text);

    await expect(run(base, file, "--out", folder)).rejects.toMatchObject({
      code: "unwritable-output",
      message: `Cannot write "${file}": it is an input and would be overwritten`,
    });
    expect(filesIn(folder).map((path) => [path, read(path)])).toEqual([[name, text]]);
  });

  it.each(["index.html", "changelog.xml", "changelog.feed.json", "feeds/breaking.atom.xml", "feeds/api/orders.xml"])(
    "does not overwrite %s if it is not part of a changelog, and then writes no file",
    async (name) => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "Mine");

      await expect(run(base, revision, "--out", folder)).rejects.toMatchObject({
        code: "unwritable-output",
        message: expect.stringContaining(`Cannot write "${file}": it exists and is not part of a changelog`) as string,
      });
      expect(filesIn(folder).map((path) => [path, read(path)])).toEqual([[name, "Mine"]]);
    },
  );

  it("reports that a new changelog was created, because the path may be mistyped, but only in the first run", async () => {
    const fresh = join(folder, "other");
    const begun = (count: string): string => `Created a new changelog in ${fresh}, with ${count}\n`;

    expect((await run("--out", fresh)).err).toBe(begun("0 entries"));
    expect((await run(base, revision, "--out", fresh)).err).toBe("");
    rmSync(fresh, { recursive: true });
    expect((await run(base, revision, "--out", fresh)).err).toMatch(
      /^Created a new changelog in .* with \d+ entries\n$/,
    );
  });

  it("reports that edits between the marks of CHANGELOG.md were lost", async () => {
    await run(base, revision, "--out", folder);
    const before = read("CHANGELOG.md");
    writeFileSync(join(folder, "CHANGELOG.md"), before.replace("Stop calling", "Please stop calling"));
    const { err } = await run("--out", folder);

    expect(err).toContain("Edits between the marks of");
    expect(read("CHANGELOG.md")).toBe(before);
  });

  it("creates one reminder of a sunset for each number of days", async () => {
    mkdirSync(join(folder, "entries"), { recursive: true });
    writeFileSync(
      join(folder, "entries", "carts.yaml"),
      "{id: carts, date: 2026-01-01, api: Orders, kind: deprecated, compatibility: non-breaking, message: m, operations: [GET /v1/carts], sunset: 2027-03-01}",
    );
    const outs = [];
    for (const today of ["2026-11-30", "2026-12-01", "2027-02-01", "2027-02-02"]) {
      outs.push((await run("--out", folder, "--today", today)).out.replace(/^.*breaking/, ""));
    }
    await run("--out", folder, "--today", "2027-02-28", "--remind", "none");
    await run("--out", folder, "--date", "2027-02-28", "--remind", "5, 1");

    expect(outs).toEqual(["\n", ", and 1 reminder\n", ", and 1 reminder\n", "\n"]);
    expect([...read("changelog.xml").matchAll(/<guid[^>]*>([^<]*)/g)].map(([, guid]) => guid)).toEqual([
      "carts-sunset-1",
      "carts-sunset-30",
      "carts-sunset-90",
      "carts",
    ]);
  });

  it("uses the date, link and title of the options", async () => {
    const options = ["--date", "2026-02-28", "--link", "https://a.example/b", "--title", "A & B"];
    await run(base, revision, "--out", folder, ...options);

    expect(read("CHANGELOG.md")).toContain("## 2026-02-28\n");
    expect(read("changelog.xml")).toContain("<title>A &amp; B</title>\n        <link>https://a.example/b/</link>");
  });

  it.each([
    ["https://a.example/b", "https://a.example/b/", "https://a.example/b/"],
    ["https://a.example", "https://a.example/", "https://a.example/"],
    ["https://a.example/v1.2", "https://a.example/v1.2/", "https://a.example/v1.2/"],
    ["https://a.example/b/index.html", "https://a.example/b/index.html", "https://a.example/b/"],
    ["https://a.example/b?c=1", "https://a.example/b?c=1", "https://a.example/"],
  ])("resolves --link %s to %s, with feeds in %s", async (link, page, feeds) => {
    const written = async (given: string): Promise<string[][]> => {
      await run(base, revision, "--out", folder, "--link", given);
      return filesIn(folder).map((path) => [path, read(path)]);
    };

    expect(await written(link)).toEqual(await written(page));
    expect(read("changelog.xml")).toContain(`<link>${page}</link>`);
    expect(read("changelog.xml")).toContain(`href="${feeds}changelog.xml"`);
    expect(read("index.html")).toContain(`<link rel="canonical" href="${page}" />`);
  });

  it("writes no file if an entry is invalid", async () => {
    mkdirSync(join(folder, "entries"), { recursive: true });
    writeFileSync(join(folder, "entries", "a.yaml"), "id: a\ndat: 2026-01-01\n");
    await expect(run(base, revision, "--out", folder)).rejects.toMatchObject({
      code: "invalid-entry",
      at: { file: join(folder, "entries", "a.yaml"), line: 2 },
    });
    expect(filesIn(folder)).toEqual(["entries/a.yaml"]);
  });

  it.each([
    [[base, revision], "--out DIR is missing"],
    [
      [base, revision, "--out", "x", "--date", "2026-02-30"],
      '--date must be a day such as 2026-01-31, not "2026-02-30"',
    ],
    [["--out", "x", "--today", "soon"], '--today must be a day such as 2026-01-31, not "soon"'],
    [["--out", "x", "--remind", "90,soon"], '--remind must be a whole number of at least 0, not "soon"'],
    [[base, revision, "--out", base], `--out must be a folder, and "${base}" is not`],
    [["--out", "x", "--title", " "], "--title needs a value"],
    [[base, "--out", "x"], "REVISION is missing; one argument alone is PATH and needs --since-tags"],
    [["--out", "x", "--since-tags", "v*"], "--since-tags needs exactly one argument, PATH, not 0"],
    [[base, revision, "--out", "x", "--since-tags", "v*"], "--since-tags needs exactly one argument, PATH, not 2"],
    [
      [base, revision, "--out", "x", "--link", "javascript:x"],
      '--link must be an http or https URL without credentials, not "javascript:x"',
    ],
    [[base, revision, "--out", "x", "--link", "https://a:secret@host/"], 'not "https://***@host/"'],
  ])("rejects the arguments %j", async (argv, message) => {
    await expect(run(...argv)).rejects.toMatchObject({ code: "usage", message: expect.stringContaining(message) });
  });

  it("prints help whose examples run", async () => {
    const examples = command.help.split("\n").filter((line) => line.startsWith("  concord changelog "));

    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const argv = example.trim().split(" ").slice(2);
      argv[argv.indexOf("--out") + 1] = folder;
      expect((await run(...argv)).code).toBe(0);
    }
  });
});

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(root, join(each.parentPath, each.name)))
    .toSorted();
}

/** Runs the command with an address, without which it writes no feeds. */
function run(...argv: readonly string[]): Promise<CommandOutput> {
  return runAsGiven(...argv, ...(argv.includes("--link") ? [] : ["--link", "https://changes.example.org/"]));
}

function runAsGiven(...argv: readonly string[]): Promise<CommandOutput> {
  return runCommand((io) => runAt(argv, io, noon));
}
