import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { CompatReport } from "../../compat/index.ts";
import { commit, eachInRepository, git } from "../../test/support/cli/repository.ts";
import { type CommandOutput, runCommand } from "../../test/support/cli/run-command.ts";
import { runChangelog as changelog } from "../changelog.ts";
import { runCompat as compat } from "../compat.ts";
import { runLedger as ledger } from "./ledger.ts";

const now = new Date("2026-11-20T12:00:00Z");
const old = "deprecated: true, ";

eachInRepository();

describe("a shallow clone", () => {
  const remedy = { code: "unusable-repository", hint: expect.stringContaining("git fetch --unshallow --tags") };

  beforeEach(() => {
    release("v1.0", "2026-01-01", { "/a": "", "/b": "" });
    release("v1.1", "2026-02-01", { "/a": "" });
    git(
      "clone",
      "--quiet",
      "--config=advice.detachedHead=false",
      "--depth=1",
      "--branch=v1.1",
      pathToFileURL(process.cwd()).href,
      "clone",
    );
    process.chdir("clone");
  });

  it.each([
    ["compat --transitive", () => compare("api.yaml", "api.yaml")],
    ["compat ledger --from-tags", () => runCommand((io) => ledger(["--from-tags", "api.yaml"], io, now))],
    [
      "changelog --since-tags",
      () => runCommand((io) => changelog(["api.yaml", "--since-tags", "v*", "--out", "out"], io, now)),
    ],
  ])("lacks the history for %s, and the error explains how to fetch it", async (_, run) => {
    await expect(run()).rejects.toMatchObject(remedy);

    git("fetch", "--quiet", "--unshallow", "--tags");
    expect(await run()).toMatchObject({ err: expect.not.stringContaining("shallow") });
  });

  it("contains everything for the comparison of two versions", async () => {
    expect(await runCommand((io) => compat(["git:HEAD:api.yaml", "api.yaml"], io, now))).toMatchObject({ code: 0 });
  });
});

describe("a maintenance branch", () => {
  it("is compared with the tags of its own history and of the history of BASE only", async () => {
    release("v1.0.0", "2026-01-01", { "/a": "" });
    git("branch", "maintained");
    release("v2.0.0", "2026-02-01", { "/a": "", "/b": "" });
    git("checkout", "--quiet", "maintained");
    write({ "/a": "summary: All of them, " });

    expect((await compare("git:v1.0.0:api.yaml", "api.yaml")).report.changes).not.toContainEqual(
      expect.objectContaining({ verdict: "breaking" }),
    );
    expect((await compare("git:v1.0.0:api.yaml", "git:main:api.yaml")).report.changes).not.toContainEqual(
      expect.objectContaining({ against: expect.anything() }),
    );
    write({});
    expect(broken((await compare("api.yaml", "api.yaml")).report)).toEqual(["GET /a v1.0.0"]);
    expect(broken((await compare("git:main:api.yaml", "api.yaml")).report)).toEqual(["GET /a", "GET /b"]);
    git("branch", "later", "main");
    git("checkout", "--quiet", "-f", "later");
    write({ "/a": "" });
    commit({ day: "2026-03-01", files: ["api.yaml"] });
    expect(broken((await compare("git:later:api.yaml", "git:v1.0.0:api.yaml")).report)).toEqual(["GET /b v2.0.0"]);
  });

  it("needs tags in its history", async () => {
    release("v1.0.0", "2026-01-01", { "/a": "" });
    git("checkout", "--quiet", "--orphan", "other");
    commit({ day: "2026-02-01", files: ["api.yaml"] });

    await expect(compare("api.yaml", "api.yaml")).rejects.toThrow("none is in the history of BASE or REVISION");
  });

  it("neither postpones dates of a ledger nor removes operations of later versions", async () => {
    release("v1.0.0", "2022-01-01", { "/a": "" });
    git("branch", "maintained");
    release("v2.0.0", "2023-01-01", { "/a": old, "/b": "" });
    git("checkout", "--quiet", "maintained");
    release("v1.0.1", "2026-06-01", { "/a": "" });
    const between = await ledgerOfTags();
    git("checkout", "--quiet", "main");
    release("v2.0.1", "2026-07-01", { "/a": old, "/b": "" });

    expect(between).toBe(`a: published: 2022-01-01 deprecated: 2023-01-01 announced: v2.0.0
b: published: 2023-01-01`);
    expect(await ledgerOfTags()).toBe(between);
  });

  it("records its own first publications, and keeps operations that other branches removed", async () => {
    release("v1.0.0", "2022-01-01", { "/a": "" });
    git("branch", "maintained");
    release("v2.0.0", "2023-01-01", {});
    git("checkout", "--quiet", "maintained");
    release("v1.1.0", "2024-01-01", { "/a": old, "/b": "" });
    git("checkout", "--quiet", "main");
    release("v2.1.0", "2025-01-01", { "/b": "" });

    expect(await ledgerOfTags()).toBe(`a: published: 2022-01-01 deprecated: 2024-01-01 announced: v1.1.0
b: published: 2024-01-01`);
  });

  it("continues from the next lower version if all tags are on separate branches", async () => {
    for (const [tag, day, paths] of [
      ["v1.0.0", "2022-01-01", { "/a": "" }],
      ["v2.0.0", "2023-01-01", { "/a": old }],
      ["v1.1.0", "2024-01-01", { "/a": "" }],
      ["v3.0.0", "2025-01-01", { "/a": old }],
    ] as const) {
      git("checkout", "--quiet", "--orphan", tag);
      release(tag, day, paths);
    }

    expect(await ledgerOfTags()).toBe("a: published: 2022-01-01 deprecated: 2023-01-01 announced: v2.0.0");
  });
});

/** One line per operation of the ledger, with its dates. */
async function ledgerOfTags(): Promise<string> {
  await runCommand((io) => ledger(["--from-tags", "v*", "api.yaml", "--out", "ledger.yaml"], io, now));
  const [, text = ""] = readFileSync("ledger.yaml", "utf8").split("operations:\n");
  rmSync("ledger.yaml");
  const lines = text.trim().replaceAll(/\s+/g, " ");
  return lines.replaceAll(/ ?GET \/(\w+):/g, "\n$1:").trim();
}

async function compare(base: string, revision: string): Promise<CommandOutput & { readonly report: CompatReport }> {
  const all = await runCommand((io) => compat([base, revision, "--transitive", "--format=json"], io, now));
  return { ...all, report: JSON.parse(all.out) as CompatReport };
}

function broken({ changes }: CompatReport): string[] {
  return changes
    .filter(({ verdict }) => verdict === "breaking")
    .map(({ operation, against }) => [operation, ...(against === undefined ? [] : [against])].join(" "));
}

function release(tag: string, day: string, paths: Readonly<Record<string, string>>): void {
  write(paths);
  commit({ tag, day, files: ["api.yaml"] });
}

/** Writes a document with some paths, each with extra members for its operation. */
function write(paths: Readonly<Record<string, string>>): void {
  const items = Object.entries(paths).map(
    ([path, said]) => `  ${path}: { get: { ${said}responses: { "204": { description: Fine } } } }\n`,
  );
  const info = 'openapi: 3.1.0\ninfo: { title: Api, version: "1" }\n';
  writeFileSync("api.yaml", `${info}paths:${items.length === 0 ? " {}" : ""}\n${items.join("")}`);
}
