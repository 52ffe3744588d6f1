import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ExitCode, type Io } from "./command.ts";
import { command } from "./compat.ts";

const base = "fixtures/changelog/base.yaml";
const revision = "fixtures/changelog/revision.yaml";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-compat-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("concord compat", () => {
  it("exits with 1 when something breaks, and prints the report", async () => {
    const { code, out, err } = await run(base, revision);

    expect(code).toBe(1);
    expect(out).toContain('breaking      request query.sort: Parameter "sort" (query) was removed');
    expect(out).toContain("5 breaking, 1 dangerous, 5 non-breaking");
    expect(err).toBe("");
  });

  it("exits with 0 when nothing does", async () => {
    expect(await run(base, base)).toEqual({ code: 0, out: "No changes\n", err: "" });
  });

  it("prints JSON, or writes it to a file", async () => {
    const file = join(folder, "compat.json");
    const { out } = await run(base, revision, "--format", "json");
    const written = await run(base, revision, "--format=json", "--out", file);

    expect(JSON.parse(out)).toMatchObject({ verdict: "breaking", changes: { length: 11 } });
    expect(written).toEqual({ code: 1, out: "", err: "" });
    expect(readFileSync(file, "utf8")).toBe(out);
    expect(readdirSync(folder)).toEqual(["compat.json"]);
  });

  it("says on stderr how many problems it passed over", async () => {
    const file = join(folder, "odd.yaml");
    writeFileSync(file, "openapi: 3.1.0\ninfo: {}\npaths:\n  /a/{b}: { get: { responses: {} } }\n");

    expect((await run(file, file)).err).toBe(
      "Problems passed over: 1 in the base, 1 in the revision (see concord contracts lint)\n",
    );
  });

  it.each([
    [["one.yaml"], "usage", "it takes 2 arguments, not 1"],
    [[base, revision, "--format", "xml"], "usage", '--format is text or json, not "xml"'],
    [[base, "none.yaml"], "unreadable-document", 'Cannot read "none.yaml"'],
    [[base, revision, "--out", "no/such/folder/file"], "unwritable-output", 'Cannot write "no/such/folder/file"'],
  ])("cannot run with %j", async (argv, code, message) => {
    await expect(run(...argv)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("has help whose examples run", async () => {
    const examples = command.help.split("\n").filter((line) => line.startsWith("  concord compat "));

    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const argv = example.trim().split(" ").slice(2);
      const out = argv.indexOf("--out") + 1;
      if (out > 0) argv[out] = join(folder, argv[out] as string);
      await expect(run(...argv)).resolves.toHaveProperty("code");
    }
  });
});

async function run(...argv: readonly string[]): Promise<{ code: ExitCode; out: string; err: string }> {
  let out = "";
  let err = "";
  const io: Io = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  const code = await command.run(argv, io);
  return { code, out, err };
}
