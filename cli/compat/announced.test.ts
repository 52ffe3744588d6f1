import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompatReport } from "../../compat/index.ts";
import { type CommandOutput, runCommand } from "../../test/support/cli/run-command.ts";
import { runChangelog as changelog } from "../changelog.ts";
import type { ExitCode, Io } from "../command.ts";
import { runCompat as compat } from "../compat.ts";
import { runStatus as status } from "./status.ts";

const now = new Date("2026-11-20T12:00:00Z");

/** Three versions of an API, in which a part exists, is deprecated 13 months ago, and is removed. */
const kinds = {
  "a property that is answered": {
    extension: "yaml",
    of: (part: string) => openApi(`properties: { id: { type: string }${part === "" ? "" : `, note: ${part}`} }`),
    part: "{ type: string }",
    deprecated: '{ type: string, deprecated: true, x-deprecated: { date: "2025-10-20" } }',
  },
  "a field of GraphQL": {
    extension: "graphql",
    of: (part: string) => `type Query { id: ID ${part} }\n`,
    part: "note: String",
    deprecated: 'note: String @deprecated(reason: "Nobody asks")',
  },
  "an argument of GraphQL": {
    extension: "graphql",
    of: (part: string) => `type Query { user(id: ID ${part}): ID }\n`,
    part: ", note: String",
    deprecated: ', note: String @deprecated(reason: "Nobody asks")',
  },
  "a value of a GraphQL input": {
    extension: "graphql",
    of: (part: string) => `type Query { user(by: By): ID }\ninput By { id: ID ${part} }\n`,
    part: "note: String",
    deprecated: 'note: String @deprecated(reason: "Nobody asks")',
  },
  "a value of a GraphQL enum": {
    extension: "graphql",
    of: (part: string) => `type Query { users(by: By): ID }\nenum By { NAME ${part} }\n`,
    part: "AGE",
    deprecated: 'AGE @deprecated(reason: "Nobody asks")',
  },
  "a type of GraphQL": {
    extension: "graphql",
    of: (part: string) =>
      `type Query { node: Node }\ninterface Node { id: ID }\ntype User implements Node { id: ID }\n${part}\n`,
    part: "type Guest implements Node { id: ID }",
    deprecated: '"x-deprecated: 2025-10-20"\ntype Guest implements Node { id: ID }',
  },
};

describe.each(Object.entries(kinds))("--changelog for %s", (_, { extension, of, part, deprecated }) => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const [first, base, revision] = ["first", "base", "revision"].map((name) => `${name}.${extension}`) as [
    string,
    string,
    string,
  ];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "concord-announced-"));
    writeFileSync(at(first), of(part));
    writeFileSync(at(base), of(deprecated));
    writeFileSync(at(revision), of(""));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => rmSync(at("changelog"), { recursive: true, force: true }));

  const judge = (...more: string[]) =>
    run(compat, at(base), at(revision), "--format=json", "--changelog", at("changelog"), ...more);

  it("blocks the removal of a part whose deprecation was not announced", async () => {
    await run(changelog, at(base), at(base), "--out", at("changelog"));

    expect(await judge()).toMatchObject({ code: 1, report: { changes: [{ verdict: "breaking" }] } });
    expect((await judge()).report.changes[0]?.blocked?.reason).toContain("the changelog did not announce it");
  });

  it("allows the removal 12 months after the announcement", async () => {
    await run(changelog, at(first), at(base), "--out", at("changelog"), "--date", "2025-11-01");

    expect(await judge("--today", "2026-10-31")).toMatchObject({ code: 1 });
    expect(await judge("--today", "2026-11-01")).toMatchObject({
      code: 0,
      report: { changes: [{ verdict: "breaking", allowed: { section: "9.4", from: "2026-11-01" } }] },
    });
  });

  it("applies to the status command, too", async () => {
    await run(changelog, at(first), at(base), "--out", at("changelog"), "--date", "2025-11-01");
    const argv = [at(base), "--format=json", "--changelog", at("changelog")];

    expect(JSON.parse((await run(status, ...argv)).out)).toMatchObject({ deprecated: [{ removable: "2026-11-01" }] });
  });
});

it("--changelog rejects a folder without a changelog", async () => {
  const argv = ["fixtures/changelog/base.yaml", "fixtures/changelog/revision.yaml", "--changelog", "fixtures"];

  await expect(run(compat, ...argv)).rejects.toThrow('Cannot read the changelog in "fixtures": there is none');
});

function openApi(schema: string): string {
  return `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /a:
    get:
      responses:
        "200": { description: Fine, content: { application/json: { schema: { type: object, ${schema} } } } }
`;
}

describe("x-deprecated in GraphQL descriptions", () => {
  const marked = (day: string | undefined, part: string): string => {
    if (day === "") return "";
    return day === undefined ? part : `"x-deprecated: ${day}" ${part}`;
  };
  /** Version of an API whose parts are deprecated since a date, not deprecated, or missing. */
  const schemaWith = (day: string | undefined): string => {
    const note = marked(day, `note: Int ${day === undefined ? "" : "@deprecated"}`);
    return `type Query { ${note} id(${note} of: Int, by: By): ID node: Node }
      enum By { NAME ${marked(day, `AGE ${day === undefined ? "" : "@deprecated"}`)} }
      interface Node { id: ID }
      type User implements Node { id: ID }
      ${marked(day, "type Guest implements Node { id: ID }")}`;
  };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "concord-marked-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const between = (...texts: readonly [string, string]) => {
    const files = texts.map((text, index) => {
      const file = join(folder, `${index}.graphql`);
      writeFileSync(file, text);
      return file;
    });
    return run(compat, ...files, "--format=json");
  };

  it.each([
    ["2025-11-20", 0],
    ["2025-11-21", 1],
    ["soon", 1],
  ])("dates the deprecation of a removed field, argument, enum value and type: %s", async (day, code) => {
    const { err, report, ...ran } = await between(schemaWith(day), schemaWith(""));

    expect(report.changes.filter((change) => change.verdict === "breaking")).toHaveLength(4);
    expect(report.changes.filter((change) => change.blocked)).toHaveLength(code === 0 ? 0 : 4);
    expect(ran.code).toBe(code);
    expect(err.includes("Dates that cannot be read: 4")).toBe(day === "soon");
  });

  it.each([
    ["2026-11-19", Array(4).fill("deprecation-backdated")],
    ["2026-11-20", []],
    ["soon", Array(4).fill("unreadable-date")],
  ])("reports a fault of a revision for a late or unreadable announcement: %s", async (day, codes) => {
    const { report } = await between(schemaWith(undefined), schemaWith(day));

    expect(report.faults.map(({ code }) => code)).toEqual(codes);
  });
});

async function run(
  command: (argv: readonly string[], io: Io, now: Date) => Promise<ExitCode>,
  ...argv: readonly string[]
): Promise<CommandOutput & { readonly report: CompatReport }> {
  const all = await runCommand((io) => command([...argv, "--profile", "platform"], io, now));
  return { ...all, report: (all.out.startsWith("{") ? JSON.parse(all.out) : undefined) as CompatReport };
}
