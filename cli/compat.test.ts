import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCompat } from "../compat/index.ts";
import { loadContracts } from "../contracts/index.ts";
import { type CommandOutput, runCommand } from "../test/support/cli/run-command.ts";
import type { Io } from "./command.ts";
import { command } from "./compat.ts";
import { createOutput } from "./compat/output.ts";

const base = "fixtures/changelog/base.yaml";
const revision = "fixtures/changelog/revision.yaml";

const all = checkCompat(await loadContracts([base]), await loadContracts([revision])).changes.length;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-compat-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("concord compat", () => {
  it("exits with 1 for a breaking change, and prints the report", async () => {
    const { code, out, err } = await run(base, revision);

    expect(code).toBe(1);
    expect(out).toContain('breaking      request query.sort: Parameter "sort" (query) was removed');
    expect(out).toMatch(/\n5 breaking, 1 dangerous, \d+ non-breaking\n$/);
    expect(err).toBe("");
  });

  it("exits with 0 without a breaking change", async () => {
    expect(await run(base, base)).toEqual({ code: 0, out: "Profile: default\nNo changes\n", err: "" });
  });

  it.each([
    ["openapi: 3.2.0\npaths: {}\n", "OpenAPI 3.2.0 is not supported"],
    ["openapi: 4.0.0\npaths: {}\n", 'its version is "4.0.0"'],
    ['swagger: "1.2"\npaths: {}\n', 'its version is "1.2"'],
    ['swaggerVersion: "1.2"\napis: []\n', "it names no openapi version"],
    ["asyncapi: 3.0.0\nchannels: {}\n", "it names no openapi version"],
    ['{"a": 1}', "it names no openapi version"],
  ])("exits with 2 for an unsupported version or format: %j", async (text, reason) => {
    const file = join(folder, "other.yaml");
    writeFileSync(file, text);

    await expect(run(file, file)).rejects.toThrow(reason);
  });

  it("fails if a document of a folder was not compared, and reports it", async () => {
    for (const name of ["openapi", "api"])
      writeFileSync(join(folder, `${name}.yaml`), "openapi: 3.1.0\ninfo: {}\npaths: {}\n");
    const { code, out } = await run(folder, folder);

    expect(code).toBe(1);
    expect(out).toContain(
      `fault  "${join(folder, "api.yaml")}" was not compared: other documents of its folder take precedence`,
    );
  });

  it("prints JSON, or writes it to a file", async () => {
    const file = join(folder, "compat.json");
    const { out } = await run(base, revision, "--format", "json");
    const written = await run(base, revision, "--format=json", "--out", file);

    expect(JSON.parse(out)).toMatchObject({ verdict: "breaking", changes: { length: all } });
    expect(written).toEqual({ code: 1, out: "", err: "" });
    expect(readFileSync(file, "utf8")).toBe(out);
    expect(readdirSync(folder)).toEqual(["compat.json"]);
  });

  it("reports a document without operations", async () => {
    const file = join(folder, "bare.yaml");
    writeFileSync(file, "openapi: 3.1.0\n");
    const { err } = await run(base, file);

    expect(err).toContain(`${file} describes nothing: it has no info and no paths\n`);
  });

  it("prints and writes nothing when it is interrupted", async () => {
    const file = join(folder, "compat.json");
    const progressLines: string[] = [];
    const io = { out: (text: string) => progressLines.push(text), signal: AbortSignal.abort() } as unknown as Io;
    const values = { format: "json", report: [`html:${file}`], "fail-on": "breaking" } as const;
    const printed = createOutput(values, [], io)({ verdict: "non-breaking", changes: [], faults: [] });

    await expect(printed).rejects.toThrow("Cannot print the report: it was interrupted");
    expect([progressLines, readdirSync(folder)]).toEqual([[], []]);
  });

  it("prints one report and writes others, in one run", async () => {
    const files = {
      html: "<!doctype html>",
      sarif: '{\n  "$schema"',
      junit: "<?xml",
      markdown: "<!-- concord",
      gitlab: "[",
    };
    const reports = Object.keys(files).flatMap((kind) => ["--report", `${kind}:${join(folder, kind)}`]);
    const { code, out } = await run(base, revision, "--format", "github", ...reports);

    expect([code, out.slice(0, 13)]).toEqual([1, "::error file="]);
    for (const [kind, start] of Object.entries(files))
      expect(readFileSync(join(folder, kind), "utf8").slice(0, start.length)).toBe(start);
  });

  it("lists the changes that --only selects in all reports, and judges all changes", async () => {
    const file = join(folder, "compat.json");
    const { code, out } = await run(base, revision, "--only", "dangerous", "--report", `json:${file}`);

    expect(code).toBe(1);
    expect(out).toContain(`\n${all - 1} of them not listed\n`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ verdict: "breaking", changes: { length: 1 } });
  });

  it.each([
    ["breaking", base, revision, 1],
    ["none", base, revision, 0],
    ["dangerous", base, base, 0],
    ["any", base, base, 0],
    ["any", revision, base, 1],
  ])("with --fail-on %s from %s to %s, exits with %i", async (level, from, to, code) => {
    expect((await run(from, to, "--fail-on", level)).code).toBe(code);
  });

  it("colours the output on a terminal, but not in files", async () => {
    const file = join(folder, "compat.txt");
    const colours = (await runWith({ colours: true }, base, revision, "--report", `text:${file}`)).out;

    expect(colours).toContain("\u001B[31mbreaking");
    expect(readFileSync(file, "utf8")).not.toContain("\u001B");
    await runWith({ colours: true }, base, revision, "--out", file);
    expect(readFileSync(file, "utf8")).not.toContain("\u001B");
  });

  it("reports on stderr the number of problems that it does not list", async () => {
    const file = join(folder, "odd.yaml");
    writeFileSync(file, "openapi: 3.1.0\ninfo: {}\npaths:\n  /a/{b}: { get: { responses: {} } }\n");

    expect((await run(file, file)).err).toBe(
      [
        "Problems that were ignored: 1 in the base, 1 in the revision (see concord contracts lint)",
        `  ${file}:4  undeclared-path-parameter  Path parameter "b" of "/a/{b}" is not described`,
        "",
      ].join("\n"),
    );
  });

  it.each([
    [["one.yaml"], "usage", 'it needs BASE and REVISION; only "one.yaml" is given'],
    [["one.yaml", ""], "usage", "one of its arguments is empty"],
    [["status"], "usage", "it needs CONTRACT"],
    [["ledger", "--update", base, "--ledger", "git:HEAD:a.yaml"], "usage", "the ledger must be a file, not a commit"],
    [
      [base, revision, "--format", "xml"],
      "usage",
      '--format must be one of text, json, markdown, sarif, junit, github, gitlab, html, not "xml"',
    ],
    [[base, revision, "--only", "bad"], "usage", "--only must be one of blocking, breaking, dangerous, non-breaking"],
    [[base, revision, "--report", "json"], "usage", "use --report json:FILE, or --format json to print it"],
    [[base, revision, "--report", `json:${base}`], "unwritable-output", "it is an input and would be overwritten"],
    [[base, revision, "--out", revision], "unwritable-output", "it is an input and would be overwritten"],
    [["contracts/apis", revision, "--api", "x"], "usage", "--api needs a single document, not"],
    [[base, revision, "--fail-on", "bad"], "usage", "--fail-on must be one of breaking, dangerous, any, none"],
    [[base, revision, "--report", "pdf:a.pdf"], "usage", "--report must be one of text, json"],
    [[base, revision, "--report", "html:no/such/folder/a"], "unwritable-output", "there is no folder"],
    [[base, "none.yaml"], "unreadable-document", 'Cannot read "none.yaml"'],
    [[base, revision, "--out", "no/such/folder/file"], "unwritable-output", 'Cannot write "no/such/folder/file"'],
    [[base, revision, "--out", " "], "usage", "--out needs a value"],
    [[base, revision, "--report", "json: "], "usage", "--report must be one of text, json"],
    [
      [base, revision, "--report", "json:a.txt", "--report", "html:./a.txt"],
      "usage",
      'two reports have the same file "./a.txt"',
    ],
    [[base, revision, "--report", "json:a.txt", "--out", "a.txt"], "usage", 'two reports have the same file "a.txt"'],
    [
      [base, "ftp://ann:pin@a.example/b.yaml"],
      "unreadable-document",
      '"ftp://***@a.example/b.yaml": it is not an http or https URL',
    ],
    [[base, "/dev/null"], "unreadable-document", 'Cannot read "/dev/null": it is a pipe or a device, and no file'],
  ])("rejects the arguments %j", async (argv, code, message) => {
    await expect(run(...argv)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each(["waivers", "ledger", "policy"])("prints a hint if the file of --%s is not YAML", async (option) => {
    const file = join(folder, "odd.yaml");
    writeFileSync(file, "a: [\n");

    await expect(run(base, revision, `--${option}`, file)).rejects.toMatchObject({
      message: expect.stringMatching(/^Cannot read ".*odd.yaml": [^:]+$/) as string,
      at: { file, line: 2 },
      hint: expect.stringMatching(/waiver|ledger|policy/) as string,
    });
  });

  it("prints help whose examples run", async () => {
    const examples = command.help.split("\n").filter((line) => line.startsWith("  concord compat "));

    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const words = example.trim().split(" ").slice(2);
      const argv = words.map((word, index) => {
        if (words[index - 1] === "--out") return join(folder, word);
        return words[index - 1] === "--report" ? word.replace(":", `:${folder}/`) : word;
      });
      await expect(run(...argv)).resolves.toHaveProperty("code");
    }
  });
});

function run(...argv: readonly string[]): Promise<CommandOutput> {
  return runWith({ colours: false }, ...argv);
}

function runWith(given: Pick<Io, "colours">, ...argv: readonly string[]): Promise<CommandOutput> {
  return runCommand((io) => command.run(argv, io), given);
}
