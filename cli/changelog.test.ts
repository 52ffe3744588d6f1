import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command, run as runAt } from "./changelog.ts";
import { type ExitCode, type Io } from "./command.ts";

const base = "fixtures/changelog/base.yaml";
const revision = "fixtures/changelog/revision.yaml";
const noon = new Date("2026-01-31T12:00:00Z");

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "concord-changelog-")), "out");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

describe("concord changelog", () => {
  it("writes the changelog, the feed and the record", async () => {
    const { code, out } = await run(base, revision, "--out", folder);

    expect(code).toBe(0);
    expect(out).toBe(`${folder}: 11 new of 11 changes, 5 of the new ones breaking\n`);
    expect(readdirSync(folder)).toEqual(["CHANGELOG.md", "changelog.json", "changelog.xml"]);
    expect(read("CHANGELOG.md")).toContain("## 2026-01-31\n\n### Breaking\n");
    expect(read("changelog.xml")).toContain('<rss version="2.0"');
  });

  it("changes nothing when it runs again", async () => {
    await run(base, revision, "--out", folder);
    const before = readdirSync(folder).map(read);
    const { out } = await run(base, revision, "--out", folder, "--date", "2026-03-31");

    expect(out).toContain("0 new of 11 changes");
    expect(readdirSync(folder).map(read)).toEqual(before);
  });

  it("takes the day, the link and the title from its options", async () => {
    await run(
      base,
      revision,
      "--out",
      folder,
      "--date",
      "2026-02-28",
      "--link",
      "https://a.example/b",
      "--title",
      "A & B",
    );

    expect(read("CHANGELOG.md")).toContain("## 2026-02-28\n");
    expect(read("changelog.xml")).toContain("<title>A &amp; B</title>\n        <link>https://a.example/b</link>");
  });

  it("touches nothing when the record is broken", async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, "changelog.json"), "{");

    await expect(run(base, revision, "--out", folder)).rejects.toMatchObject({ code: "unreadable-changelog" });
    expect(readdirSync(folder)).toEqual(["changelog.json"]);
  });

  it.each([
    [[base, revision], "--out DIR is missing"],
    [[base, revision, "--out", "x", "--date", "2026-02-30"], '--date takes a day such as 2026-01-31, not "2026-02-30"'],
    [[base, revision, "--out", "x", "--link", "javascript:x"], '--link takes an http or https URL, not "javascript:x"'],
  ])("cannot run with %j", async (argv, message) => {
    await expect(run(...argv)).rejects.toMatchObject({ code: "usage", message: expect.stringContaining(message) });
  });

  it("has help whose examples run", async () => {
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

async function run(...argv: readonly string[]): Promise<{ code: ExitCode; out: string }> {
  let out = "";
  const io: Io = {
    out: (text) => (out += text),
    err: () => undefined,
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  const code = await runAt(argv, io, noon);
  return { code, out };
}
