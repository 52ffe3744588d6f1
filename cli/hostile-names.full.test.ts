import { createServer } from "node:http";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import type { TextKind } from "./command.ts";
import { run } from "./run.ts";

// Documents whose names try to control the terminal, and the log of GitHub, GitLab and Azure.

const scratch = createScratch();
const evil =
  "\u001b[31m\u009b2J\u202e\n::error title=PWN::x\r::add-mask::y\n##[group]z\n##vso[task.setvariable]v\u0007";

function hostile(more: object = {}): string {
  const schema = { type: "object", required: ["a"], properties: { [evil]: { type: "string", enum: [evil] } } };
  const responses = { 200: { description: evil, content: { "application/json": { schema } } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: evil, version: evil, description: evil },
    paths: {
      [`/z/{${evil}}`]: { get: { operationId: evil, summary: evil, tags: [evil], responses } },
      "/a": { get: { parameters: [{ name: evil, in: "query", schema: { pattern: "(" } }], responses }, ...more },
    },
    components: { schemas: { [evil]: { $ref: "#/components/schemas/nope" } } },
  });
}

const file = scratch.write({
  "a.json": hostile(),
  "b.json": hostile({ post: { responses: {} } }),
  "c.json": "{" + evil,
});
const folder = dirname(file);
const other = join(folder, "b.json");
mkdirSync(join(folder, "dir"));
scratch.write({ [`dir/\u001b[31m${"red"}.json`]: hostile() });

async function output(argv: readonly string[]): Promise<string> {
  let text = "";
  const write = (each: string, _kind?: TextKind): void => void (text += each);
  const signal = new AbortController().signal;
  await run(argv, { out: write, err: write, interactive: false, colours: false, env: {}, signal }, "1.0.0");
  return text;
}

const annotation = /^::(?:error|warning|notice) (?:file|title|line)=/;

/** Lines that would control the terminal or a log. */
function controlling(text: string): string[] {
  return text.split("\n").filter((line) => {
    if (/[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/u.test(line)) return true;
    if (line.includes("title=PWN") && annotation.test(line)) return line.startsWith("::error title=PWN");
    return /^\s*::/.test(line) ? !annotation.test(line) : /##[a-z]*\[/i.test(line);
  });
}

describe("output about documents with hostile names", () => {
  it.each([
    ["contracts lint", ["contracts", "lint", file]],
    ["contracts lint --json", ["contracts", "lint", file, "--json"]],
    ["contracts list", ["contracts", "list", join(folder, "dir")]],
    ["contracts show", ["contracts", "show", "a", "--contracts", file]],
    ["contracts show of an operation", ["contracts", "show", "a", evil, "--contracts", file]],
    ["init --dry-run", ["init", file, "--dry-run"]],
    ["compat", ["compat", file, other]],
    ["compat --format github", ["compat", file, other, "--format", "github"]],
    ["compat --format markdown", ["compat", file, other, "--format", "markdown"]],
    ["compat --format json", ["compat", file, other, "--format", "json"]],
    ["changelog", ["changelog", file, other]],
    ["explain of an unknown id", ["explain", evil]],
    ["an unknown command", [evil]],
    ["an unknown option", ["compat", file, other, `--${evil}`]],
    ["a document that cannot be parsed", ["contracts", "lint", join(folder, "c.json")]],
    ["a file that does not exist", ["contracts", "lint", `none${evil}.json`]],
    ["a revision that does not exist", ["compat", `git:${evil}:a.json`, file]],
  ])("of %s", async (_, argv) => {
    const text = await output(argv);
    expect(text).not.toBe("");
    expect(controlling(text)).toEqual([]);
  });

  it.each(["text", "github", "markdown"])("of conform --format %s", async (format) => {
    await using server = await serve(
      createServer((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "x-note": "\u009b2J" });
        response.end(JSON.stringify({ note: evil }));
      }),
    );
    const text = await output([
      "conform",
      server.url,
      "--contracts",
      file,
      "--seed",
      "1",
      "--runs",
      "3",
      "--format",
      format,
    ]);

    expect(text).toMatch(/PWN|body-conforms/);
    expect(controlling(text)).toEqual([]);
  });

  it("is found where it is planted", () => {
    for (const planted of ["\u001b[31m", "::error title=PWN::x", " ::set-output name=a::b", "##[group]x", "a\rb"])
      expect([planted, controlling(planted)]).toEqual([planted, [planted]]);
    expect(controlling("::warning file=a.json,line=1,title=b::c")).toEqual([]);
  });
});
