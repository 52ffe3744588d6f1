import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { CompatReport } from "../../compat/index.ts";
import { commit, eachInRepository, git } from "../../test/support/cli/repository.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runCompat as compat } from "../compat.ts";
import { runLedger as ledger } from "./ledger.ts";

const now = new Date("2026-11-20T12:00:00Z");

eachInRepository();
beforeEach(() => {
  write("openapi.yaml", "/a", "/b");
  commit({ tag: "v1", day: "2022-01-10" });
  commit({ tag: "v2", day: "2025-06-10" });
});

describe("--transitive", () => {
  it("follows a renamed file, as does a ledger", async () => {
    git("mv", "openapi.yaml", "api [1].yaml");
    commit();
    mkdirSync("apis");
    git("mv", "api [1].yaml", "apis/api.yaml");
    commit();
    write("apis/api.yaml", "/a");

    expect(await transitive("apis/api.yaml")).toMatchObject({
      code: 1,
      err: "",
      report: { changes: [{ rule: "operation-removed", against: "v2", base: { file: "git:v2:openapi.yaml" } }] },
    });
    const { out } = await runCommand((io) => ledger(["--from-tags", "apis/api.yaml"], io, now));
    expect(out).toContain("of 2 versions");
  });

  it("fails if no supported tag can be compared", async () => {
    write("other.yaml", "/c");
    commit();

    await expect(transitive("other.yaml")).rejects.toMatchObject({
      code: "unusable-repository",
      message: 'Cannot compare "other.yaml" with any supported version: none of v2 has its documents',
      hint: expect.stringContaining("--earlier") as string,
    });
    expect(await transitive("other.yaml", "--today", "2030-01-01")).toMatchObject({ code: 0 });
  });

  it("reports tags that are missing in an outdated ledger", async () => {
    keepLedger("v1", "v2");
    git("tag", "odd");
    write("openapi.yaml", "/a");
    commit({ tag: "v2.1", day: "2025-08-10" });

    expect(await transitive("openapi.yaml")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^Not compared, because the ledger does not have them: v2\.1 \(.*ledger --from-tags/m,
      ) as string,
      report: { changes: [{ against: "v2" }] },
    });
    keepLedger("v1");
    await expect(transitive("openapi.yaml")).rejects.toThrow("none of v2, v2.1 has");
    git("tag", "--delete", "odd");
    keepLedger("2025-01-01");
    expect((await transitive("openapi.yaml")).report.changes).toMatchObject([{ against: "v2" }]);
  });
});

/** Compares a document with itself and with its published versions. */
async function transitive(path: string, ...more: readonly string[]) {
  const argv = [path, path, "--transitive", "--format", "json", "--profile", "platform", ...more];
  const { out, ...rest } = await runCommand((io) => compat(argv, io, now));
  return { ...rest, report: JSON.parse(out) as CompatReport };
}

function keepLedger(...names: readonly string[]): void {
  const versions = names.map((name) => ({ name, date: "2025-01-01" }));
  mkdirSync("compat", { recursive: true });
  writeFileSync("compat/ledger.yaml", JSON.stringify({ versions, apis: {} }));
}

/** Writes a document with some operations. */
function write(file: string, ...paths: readonly string[]): void {
  const get = { responses: { "200": { description: "Fine" } } };
  const items = Object.fromEntries(paths.map((path) => [path, { get }]));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths: items }));
}
