import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocsPage, docsPages } from "./support/docs/pages.ts";
import type { PageResult } from "./support/docs/run-pages.ts";
import { installCommands, installPackages } from "./support/docs/workspace.ts";
import { root } from "./support/imports.ts";

const pages = docsPages();
/** Pages with blocks that run; each process runs a part of them. */
const runnable = pages.filter(({ blocks }) => blocks.some(({ language }) => ["sh", "ts"].includes(language)));
const PROCESSES = 2;

let base: string;
const results = new Map<string, PageResult>();

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "concord-docs-"));
  installPackages(base);
  installCommands(base);
  const parts = Array.from({ length: PROCESSES }, (_, part) =>
    runnable.filter((__, index) => index % PROCESSES === part),
  );
  await Promise.all(parts.map(runPart));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs pages in a process of their own, since each has a working folder. */
async function runPart(part: readonly DocsPage[]): Promise<void> {
  const script = join(import.meta.dirname, "support/docs/run-pages.ts");
  const child = spawn(process.execPath, [script, base, ...part.map(({ path }) => path)], { cwd: root });
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

describe("the blocks of code", () => {
  it.each(runnable.map(({ path }) => path))("of %s run", (path) => {
    expect(results.get(path)?.failures).toEqual([]);
  });

  it("run but for these, which have a reason", () => {
    const skipped = pages.flatMap(({ path, blocks }) =>
      blocks.flatMap(({ notRun }) => (notRun === undefined ? [] : `${path}: ${notRun}`)),
    );

    expect(skipped).toMatchInlineSnapshot();
  });

  it("have types that a strict project accepts", async () => {
    const folder = join(base, "types");
    mkdirSync(folder);
    for (const { path, blocks } of pages) {
      const own = join(folder, path.replaceAll(/[^a-z-]+/gi, "-"));
      mkdirSync(own, { recursive: true });
      for (const { language, label, text, line } of blocks.filter(({ language: each }) => each === "ts"))
        writeFileSync(join(own, label ?? `block-${line}.${language}`), text);
    }
    const options = {
      strict: true,
      noEmit: true,
      target: "es2024",
      module: "nodenext",
      allowImportingTsExtensions: true,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, types: ["node"], skipLibCheck: true }, include: ["**/*.ts"] }),
    );
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(
      (error: { stdout: string }) => error,
    );

    expect(stdout).toBe("");
  });
});
