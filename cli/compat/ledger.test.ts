import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { commit, eachInRepository, git } from "../../test/support/cli/repository.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runLedger } from "./ledger.ts";

eachInRepository();

describe("concord compat ledger --from-tags", () => {
  it("keeps an existing ledger if no tag has the documents, and prints a hint", async () => {
    write("api.json", "/a");
    commit({ tag: "v1" });
    await ledger("--from-tags", "v*", "api.json");
    const before = readFileSync("compat/ledger.yaml", "utf8");
    mkdirSync("specs");
    git("mv", "api.json", "specs/");

    await expect(ledger("--from-tags", "v*", "specs")).rejects.toMatchObject({
      code: "unusable-repository",
      message: 'Cannot use the tags that match "v*": none has readable documents at "specs"',
      hint: expect.stringContaining("commit") as string,
    });
    expect(readFileSync("compat/ledger.yaml", "utf8")).toBe(before);
    await expect(ledger("--from-tags", "v*", "specs", "--out", "other/ledger.yaml")).rejects.toThrow("none has");
    expect(existsSync("other")).toBe(false);
  });
});

describe("concord compat ledger --update", () => {
  it("reports operations of the ledger that count as removed because the documents are others", async () => {
    write("apis/one/openapi.json", "/a", "/b");
    write("apis/two/openapi.json", "/x");
    expect(await ledger("--update", "apis", "--today", "2026-01-01")).toMatchObject({ err: "" });

    const { err } = await ledger("--update", "apis/one", "--today", "2026-02-01");
    expect(err).toMatch(/^Removed on 2026-02-01, because "apis\/one" does not contain them: two \(.*all .*\)\n$/);
    expect(await ledger("--update", "apis/one", "--today", "2026-03-01")).toMatchObject({ err: "" });
  });

  it("reports nothing for a renamed API or for removed operations", async () => {
    write("apis/one/openapi.json", "/a", "/b");
    write("apis/two/openapi.json", "/x");
    await ledger("--update", "apis", "--today", "2026-01-01");
    write("apis/three/openapi.json", "/x");
    write("apis/one/openapi.json", "/a");
    rmSync("apis/two", { recursive: true });

    expect(await ledger("--update", "apis", "--today", "2026-02-01")).toMatchObject({ err: "" });
  });
});

function ledger(...argv: readonly string[]) {
  return runCommand((io) => runLedger(argv, io, new Date("2026-11-20T12:00:00Z")));
}

function write(file: string, ...paths: readonly string[]): void {
  const get = { responses: { "200": { description: "Fine" } } };
  const items = Object.fromEntries(paths.map((path) => [path, { get }]));
  const info = { title: `API of ${paths.at(-1)}`, version: "1" };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths: items }));
}
