import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompatReport } from "../../compat/index.ts";
import { commit, eachInFolder, git, initialize } from "../../test/support/cli/repository.ts";
import { type CommandOutput, runCommand } from "../../test/support/cli/run-command.ts";
import type { ExitCode, Io } from "../command.ts";
import { runCompat as compat } from "../compat.ts";
import { runLedger as ledger } from "./ledger.ts";
import { runStatus as status } from "./status.ts";
import { locateDocuments } from "../changelog/locate-documents.ts";

const now = new Date("2026-11-20T12:00:00Z");

eachInFolder();
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("concord compat", () => {
  beforeEach(() => {
    write("base.yaml", 'deprecated: true, x-deprecated: { date: "2025-06-01" }');
    write("revision.yaml", undefined);
  });

  it("fails one day before a change is allowed, and passes on that day", async () => {
    const of = (day: string) => run(compat, "base.yaml", "revision.yaml", "--format", "json", "--today", day);

    expect((await of("2026-05-31")).code).toBe(1);
    expect(await of("2026-06-01")).toMatchObject({ code: 0, report: { verdict: "breaking", faults: [] } });
    expect((await run(compat, "base.yaml", "revision.yaml")).code).toBe(0);
  });

  it("reads waivers and the ledger from their default files or from named ones", async () => {
    write("base.yaml", "deprecated: true");
    const blocked = await run(compat, "base.yaml", "revision.yaml", "--format", "json");
    expect(blocked.code).toBe(1);
    const waiver = `- { change: "${blocked.report.changes[0]?.id}", reason: regulation, by: ann, expires: 2026-11-20 }\n`;
    mkdirSync("compat");
    writeFileSync("compat/waivers.yaml", waiver);
    expect(await run(compat, "base.yaml", "revision.yaml", "--format", "json")).toMatchObject({
      code: 0,
      report: { changes: [{ verdict: "breaking", waived: { reason: "regulation" } }] },
    });
    expect(await run(compat, "base.yaml", "revision.yaml", "--format", "json", "--today", "2026-11-21")).toMatchObject({
      code: 1,
      report: { faults: [{ code: "waiver-expired" }] },
    });

    rmSync("compat/waivers.yaml");
    await run(ledger, "--update", "base.yaml", "--ledger", "dates.yaml", "--today", "2025-01-01");
    expect((await run(compat, "base.yaml", "revision.yaml", "--ledger", "dates.yaml")).code).toBe(0);
  });

  it("fails for a fault without a breaking change", async () => {
    write("revision.yaml", 'deprecated: true, x-deprecated: { date: "2024-06-01" }');

    expect(await run(compat, "base.yaml", "revision.yaml", "--format", "json")).toMatchObject({
      code: 1,
      report: {
        verdict: "non-breaking",
        faults: [{ code: "deprecation-backdated", at: { file: "revision.yaml", line: 14 } }],
      },
    });
  });

  it("reports new operations that inherit an older date of publication, and passes", async () => {
    const dated = (more: string): string =>
      `openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\nx-published: "2020-01-01"\npaths:\n  /a: { get: { responses: {} } }\n${more}`;
    writeFileSync("base.yaml", dated(""));
    writeFileSync("revision.yaml", dated("  /b: { get: { responses: {} } }\n"));
    const { code, err } = await run(compat, "base.yaml", "revision.yaml");

    expect(code).toBe(0);
    expect(err).toContain(
      'New operations with an older date above them: 1\n  revision.yaml:6  "GET /b" is new, and counts as published on 2020-01-01',
    );
  });

  it("compares the revision with the version of --earlier", async () => {
    expect(
      await run(
        compat,
        "revision.yaml",
        "revision.yaml",
        "--format=json",
        "--earlier",
        "2026-05-01=base.yaml",
        "--today=2026-05-02",
      ),
    ).toMatchObject({ code: 1, report: { changes: [{ against: "base.yaml", blocked: { from: "2026-06-01" } }] } });
  });

  it("reports that an unsupported earlier version was not compared", async () => {
    const options = ["--format=json", "--earlier", "2024-05-02=base.yaml", "--today=2026-05-02"];
    const { code, err, report } = await run(compat, "revision.yaml", "revision.yaml", ...options);

    expect([code, report]).toMatchObject([0, { changes: [] }]);
    expect(err).toBe("Not compared: support of the version of 2024-05-02 (--earlier) ended on 2026-05-02\n");
  });

  it.each([
    [["--today", "tomorrow"], "--today must be a day"],
    [["--today=2026-11-21", "--earlier", "2027-05-01=base.yaml"], "2027-05-01 is after 2026-11-21"],
    [["--tags", "v*"], "--tags has no effect without --transitive"],
    [["--earlier", "base.yaml"], "--earlier must be a day and an input"],
    [["--waivers", "none.yaml"], 'Cannot read "none.yaml": there is no such file'],
    [["--ledger", "none.yaml"], 'Cannot read "none.yaml": there is no such file'],
    [["--transitive"], "Cannot read the git repository"],
  ])("rejects the arguments %j", async (more, message) => {
    await expect(run(compat, "base.yaml", "revision.yaml", ...more)).rejects.toThrow(message);
  });
});

describe("the tags of a repository", () => {
  beforeEach(() => {
    initialize();
    mkdirSync("api");
    release("v1.9.0", "2025-01-10", "api/orders.yaml", "");
    release("v1.10.0", "2025-06-10", "api/orders.yaml", "deprecated: true");
    release("odd", "2025-07-10", "api/other.yaml", "");
    release("v2.0.0", "2025-09-10", "api/orders.yaml", undefined);
  });

  it("create a ledger, which --update extends", async () => {
    const made = await run(ledger, "--from-tags", "v*", "api/orders.yaml", "--out", "compat/ledger.yaml");

    expect(made).toMatchObject({
      code: 0,
      out: "compat/ledger.yaml: 1 operation of 3 versions, 0 deprecated parts\n",
    });
    write("api/orders.yaml", "deprecated: true");
    await run(ledger, "--update", "api/orders.yaml", "--version", "v2.1.0", "--today", "2026-01-01");
    await expect(run(ledger, "--update", "api/orders.yaml", "--today", "2025-12-31")).rejects.toThrow(
      'the ledger has "v2.1.0" of 2026-01-01, after 2025-12-31',
    );
    expect(readFileSync("compat/ledger.yaml", "utf8")).toMatch(
      /response body.note:\n +deprecated: 2026-01-01\n +announced: v2.1.0\n/,
    );
    expect((await run(status, "api/orders.yaml")).out).toContain(
      "2026-01-01  2027-01-01  orders  GET /a response body.note",
    );
  });

  it("show with --transitive each breaking change between versions, with the version that it breaks", async () => {
    const argv = ["api/orders.yaml", "api/orders.yaml", "--transitive", "--format", "json", "--tags", "v*"];

    expect(await run(compat, ...argv)).toMatchObject({
      code: 1,
      report: {
        changes: [
          {
            rule: "response-property-removed",
            against: "v1.10.0",
            base: { file: "git:v1.10.0:api/orders.yaml", line: 14 },
          },
        ],
      },
    });
    expect(await run(compat, ...argv, "--today", "2027-06-10")).toMatchObject({ code: 0, report: { changes: [] } });
    expect((await run(compat, "api/orders.yaml", "api/orders.yaml")).code).toBe(0);
  });

  it.each(["api", ".", "api/*.yaml", "git:HEAD:api/orders.yaml", "git:HEAD:./api", "git:HEAD", "git:HEAD:api/*.yaml"])(
    "are found with --transitive for %s, as for a file",
    async (revision) => {
      const { report } = await run(compat, revision, revision, "--transitive", "--tags", "v*", "--format", "json");

      expect(report.changes).toMatchObject([{ rule: "response-property-removed", against: "v1.10.0" }]);
    },
  );

  it("are found for several documents, although no tag has all of them", async () => {
    write("late.yaml", undefined);
    const { report } = await run(
      compat,
      "api/orders.yaml",
      "late.yaml,api/orders.yaml",
      "--transitive",
      "--tags",
      "v*",
      "--format",
      "json",
    );

    expect(report.changes.map(({ against }) => against)).toContain("v1.10.0");
  });

  it.each([
    ["http://localhost:1/a.yaml", "a URL does not belong to a repository"],
    [`api/orders.yaml,${tmpdir()}/a.yaml`, "repository"],
  ])("cause an error with --transitive for %s", async (revision, reason) => {
    await expect(locateDocuments(revision, { signal: new AbortController().signal })).rejects.toThrow(reason);
  });

  it("are read without temporary files", async () => {
    vi.stubEnv("TMPDIR", join(process.cwd(), "nowhere"));

    expect((await run(compat, "api/orders.yaml", "api/orders.yaml", "--transitive")).err).toBe("");
    expect((await run(ledger, "--from-tags", "api/orders.yaml")).out).toContain("of 4 versions");
  });

  it("are listed separately if several have the same files", async () => {
    git("tag", "v1.9.1", "v1.9.0");
    const { err } = await run(ledger, "--from-tags", "api/other.yaml");

    for (const tag of ["v1.9.0", "v1.9.1"])
      expect(err).toContain(`${tag} is skipped: Cannot read "git:${tag}:api/other.yaml"`);
  });

  it.each([
    [["--from-tags", "x*", "api/orders.yaml"], 'Cannot use the tags that match "x*"'],
    [["--from-tags", "--update", "api/orders.yaml"], "either --from-tags or --update"],
    [["api/orders.yaml"], "either --from-tags or --update"],
    [["--update", "v*", "api/orders.yaml"], "--update needs 1 argument, not 2"],
    [["--update", "api/orders.yaml", "--out", "x"], "--out has no effect with --update"],
    [["--from-tags", "api/orders.yaml", "--today", "2026-01-01"], "--today has no effect with --from-tags"],
  ])("rejects the ledger arguments %j", async (argv, message) => {
    await expect(run(ledger, ...argv)).rejects.toThrow(message);
  });

  function release(tag: string, day: string, file: string, note: string | undefined): void {
    write(file, note);
    commit({ tag, day });
  }
});

it("concord compat status lists deprecated parts", async () => {
  write("a.yaml", 'deprecated: true, x-deprecated: { date: "2025-06-01" }, x-sunset: "2026-11-30"');

  expect((await run(status, "a.yaml")).out).toMatchInlineSnapshot(`
    "Profile: platform
    sunset      days left  deprecated  removable   api  what
    2026-11-30  10         2025-06-01  2026-11-30  a    GET /a response body.note
    "
  `);
  expect(JSON.parse((await run(status, "a.yaml", "--format", "json", "--today", "2026-12-01")).out)).toMatchObject({
    today: "2026-12-01",
    deprecated: [{ path: "body.note", daysLeft: -1 }],
  });
  write("a.yaml", undefined);
  expect((await run(status, "a.yaml")).out).toBe("Nothing is deprecated\n");
});

/** Writes a document with a property "note" that has these members, or without the property. */
function write(file: string, note: string | undefined): void {
  writeFileSync(
    file,
    `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /a:
    get:
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema:
                type: object
                properties:
${note === undefined ? "" : `                  note: { type: string${note === "" ? "" : `, ${note}`} }\n`}                  id: { type: string }
`,
  );
}

async function run(
  command: (argv: readonly string[], io: Io, now: Date) => Promise<ExitCode>,
  ...argv: readonly string[]
): Promise<CommandOutput & { readonly report: CompatReport }> {
  const all = await runCommand((io) => command([...argv, "--profile", "platform"], io, now));
  return { ...all, report: (all.out.startsWith("{") ? JSON.parse(all.out) : undefined) as CompatReport };
}
