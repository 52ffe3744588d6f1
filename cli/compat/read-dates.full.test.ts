import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { CompatReport } from "../../compat/index.ts";
import { commit, eachInRepository } from "../../test/support/cli/repository.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { runCompat as compat } from "../compat.ts";

const now = new Date("2026-11-20T12:00:00Z");

let folder: string;
eachInRepository();
beforeEach(() => {
  folder = process.cwd();
  write("api.yaml", documentWith("note: { type: string, deprecated: true }"));
});

const announced = ledgerSince("2025-11-01");
const unannounced = ledgerSince("2026-11-01");

describe("the ledger", () => {
  it.each([
    ["a date that was moved back", announced],
    ["a file that cannot be read", "apis: ["],
    ["no file", undefined],
  ])("is read at the commit of BASE, so that a revision gains nothing by %s", async (_, edited) => {
    write("compat/ledger.yaml", unannounced);
    commit();
    write("compat/ledger.yaml", edited);

    for (const options of [[], ["--ledger", "compat/ledger.yaml"], ["--ledger", join(folder, "compat/ledger.yaml")]])
      expect(await run("git:HEAD:api.yaml", ...options)).toMatchObject({
        code: 1,
        err: "The ledger is git:HEAD:compat/ledger.yaml\n",
        report: { changes: [{ blocked: { from: "2027-11-01" } }] },
      });
  });

  it("allows a removal by the dates of BASE, whatever the revision changes in it", async () => {
    write("compat/ledger.yaml", announced);
    commit();
    write("compat/ledger.yaml", unannounced);

    expect((await run("git:HEAD:api.yaml")).code).toBe(0);
  });

  it("has no effect if only the revision contains it", async () => {
    commit();
    write("compat/ledger.yaml", announced);

    for (const options of [[], ["--ledger", "compat/ledger.yaml"]])
      expect(await run("git:HEAD:api.yaml", ...options)).toMatchObject({
        code: 1,
        err: "No ledger is used: there is no git:HEAD:compat/ledger.yaml yet\n",
      });
  });

  it("is found from a subfolder, by its path in the repository", async () => {
    write("apis/compat/ledger.yaml", announced);
    commit();
    process.chdir("apis");

    expect(await run("git:HEAD:api.yaml")).toMatchObject({
      code: 0,
      err: "The ledger is git:HEAD:apis/compat/ledger.yaml\n",
    });
  });

  it("is read from disk for a BASE of files, and outside of a repository", async () => {
    write("base.yaml", documentWith("note: { type: string, deprecated: true }"));
    write("compat/ledger.yaml", announced);
    commit();
    const outside = mkdtempSync(join(tmpdir(), "concord-outside-"));
    writeFileSync(join(outside, "ledger.yaml"), unannounced);

    expect(await run("base.yaml")).toMatchObject({ code: 0, err: "The ledger is compat/ledger.yaml\n" });
    expect((await run("git:HEAD:base.yaml", "--ledger", join(outside, "ledger.yaml"))).code).toBe(1);
    rmSync(outside, { recursive: true });
  });

  it("is read from any named commit", async () => {
    write("compat/ledger.yaml", announced);
    commit();
    write("compat/ledger.yaml", unannounced);
    commit();

    expect((await run("git:HEAD~1:api.yaml")).code).toBe(0);
    expect((await run("git:HEAD~1:api.yaml", "--ledger", "git:HEAD:compat/ledger.yaml")).code).toBe(1);
  });

  it("includes deprecations between BASE and REVISION if the option names a later commit", async () => {
    write("api.yaml", documentWith("note: { type: string }"));
    commit({ tag: "v1" });
    write("api.yaml", documentWith('note: { type: string, deprecated: true, x-deprecated: { date: "2025-11-01" } }'));
    commit({ tag: "v2" });
    write("compat/ledger.yaml", announced);
    commit({ tag: "v3" });

    expect(await compareInputs("git:v1:api.yaml", "git:v3:api.yaml")).toMatchObject({
      code: 1,
      report: { faults: [{ code: "deprecation-backdated" }] },
    });
    expect(
      await compareInputs("git:v1:api.yaml", "git:v3:api.yaml", "--ledger", "git:v3:compat/ledger.yaml"),
    ).toMatchObject({ code: 0, report: { faults: [] } });
  });

  it.each([
    ["git:HEAD:api.yaml", "dates.yaml", 'Cannot read "git:HEAD:dates.yaml": there is no such file'],
    ["api.yaml", "git:HEAD:dates.yaml", 'Cannot read "git:HEAD:dates.yaml": there is no such file'],
    ["api.yaml", "git:none:dates.yaml", 'Cannot read "git:none": there is no such commit'],
  ])("causes an error if it does not exist, for %s and --ledger %s", async (base, file, message) => {
    commit();

    await expect(run(base, "--ledger", file)).rejects.toThrow(message);
  });
});

describe("the changelog", () => {
  it("is read at the commit of BASE, so that a revision cannot add announcements", async () => {
    write("api.yaml", documentWith('note: { type: string, deprecated: true, x-deprecated: { date: "2025-01-01" } }'));
    write("changelog/CHANGELOG.md", "");
    commit();
    write("changelog/entries/a.yaml", entry);
    const before = await run("git:HEAD:api.yaml", "--changelog", "changelog");
    commit();

    expect(before).toMatchObject({ code: 1, err: "The changelog is git:HEAD:changelog\n" });
    expect((await run("git:HEAD:api.yaml", "--changelog", "changelog")).code).toBe(0);
  });

  it("announces nothing if only the revision contains it", async () => {
    commit();
    write("changelog/entries/a.yaml", entry);

    expect(await run("git:HEAD:api.yaml", "--changelog", "changelog")).toMatchObject({
      code: 1,
      err: "No announcements are used: there is no git:HEAD:changelog yet\n",
    });
    await expect(run("git:HEAD:api.yaml", "--changelog", "none")).rejects.toThrow("there is none");
  });
});

const entry = `id: a
date: 2025-01-01
api: Orders
kind: deprecated
compatibility: non-breaking
message: It is deprecated
operations: [GET /a]
path: body.note
`;

function ledgerSince(day: string): string {
  return `versions: []
apis:
  api:
    title: Orders
    operations:
      GET /a:
        fields:
          response body.note: { deprecated: ${day} }
`;
}

function documentWith(properties: string): string {
  return `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /a:
    get:
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: { type: object, properties: { ${properties} } }
`;
}

/** Writes or deletes a file in the folder. */
function write(name: string, text: string | undefined): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}

/** Compares a base that has the property with a revision that does not. */
async function run(base: string, ...options: readonly string[]) {
  write("revision.yaml", documentWith(""));
  return compareInputs(base, join(folder, "revision.yaml"), ...options);
}

async function compareInputs(...argv: readonly string[]) {
  const { out, ...rest } = await runCommand((io) =>
    compat([...argv, "--format", "json", "--profile", "platform"], io, now),
  );
  return { ...rest, report: JSON.parse(out) as CompatReport };
}
