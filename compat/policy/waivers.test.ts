import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  judgeDocuments,
  objectSchema,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { type CompatReport, isBlocking, readWaivers } from "../index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const folder = mkdtempSync(join(tmpdir(), "compat-waivers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "waivers.yaml");

const today = "2026-11-20";
const text = { type: "string" };
const withNote = (more: JsonObject): JsonObject =>
  documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
const without = documentAnswering(objectSchema({ id: text }));
const id = judgeDocuments(withNote({}), without, { today }).changes[0]?.id ?? "";

describe("a waiver", () => {
  it("covers an unannounced change through its last day, and changes no verdict", async () => {
    const report = await waived(withNote({}), without, { expires: today });

    expect(report.verdict).toBe("breaking");
    expect(report.faults).toEqual([]);
    expect(report.changes[0]).toMatchObject({
      verdict: "breaking",
      waived: { reason: "security", by: "ann@example.com", expires: today, note: "See 4711" },
    });
    expect(report.changes[0]).not.toHaveProperty("blocked");
    expect(report.changes.some(isBlocking)).toBe(false);
  });

  it("that has expired covers nothing, and is a fault with its location", async () => {
    const report = await waived(withNote({}), without, { expires: "2026-11-19" });

    expect(report.changes.some(isBlocking)).toBe(true);
    expect(report.faults).toMatchObject([
      { code: "waiver-expired", section: "9.4", at: { file, line: 2, pointer: "/0" } },
    ]);
  });

  it.each([
    [
      "of what is allowed",
      withNote(deprecatedSince("2025-01-01")),
      without,
      "is not needed: the change is allowed by now. Take it out",
    ],
    ["of what is not there", withNote({}), withNote({}), "covers nothing: no change has that id."],
    [
      "of what is assumed",
      documentAnswering(objectSchema({ id: { ...text, "x-spec": "1" }, note: { ...text, "x-assumed": "?" } })),
      without,
      "is not needed: the change does not block. Remove it",
    ],
  ])("%s is not used", async (_, base, revision, message) => {
    expect((await waived(base, revision, {})).faults).toMatchObject([
      {
        code: "waiver-unused",
        message: expect.stringContaining(`The waiver of "${id}" ${message}`) as string,
        at: { line: 2 },
      },
    ]);
  });

  it("never shortens the two years of an operation", async () => {
    const paths = {
      "/a": { get: { "x-published": "2025-01-01", ...jsonResponse(text) } },
      "/b": { get: jsonResponse(text) },
    };
    const [base, revision] = [{ paths }, { paths: { "/b": paths["/b"] } }];
    const change = judgeDocuments(base, revision, { today }).changes[0]?.id ?? "";
    const report = await waived(base, revision, { change });

    expect(report.changes.some(isBlocking)).toBe(true);
    expect(report.faults).toMatchObject([{ code: "waiver-unused", section: "9.3" }]);
  });
});

describe("readWaivers()", () => {
  const whole = "change: abc, reason: security, by: ann, expires: 2026-12-31";

  it("accepts a list or an empty file", async () => {
    writeFileSync(file, `- { ${whole}, note: CVE }\n`);
    expect(await readWaivers(file)).toEqual([
      {
        change: "abc",
        reason: "security",
        by: "ann",
        expires: "2026-12-31",
        note: "CVE",
        at: { file, line: 1, pointer: "/0" },
      },
    ]);
    writeFileSync(file, "# none\n");
    expect(await readWaivers(file)).toEqual([]);
  });

  it("accepts a list of changes as one waiver for each", async () => {
    writeFileSync(file, `- { ${whole.replace("change: abc", 'changes: [abc, "012345678901"]')} }\n`);
    expect(await readWaivers(file)).toMatchObject([
      { change: "abc", reason: "security", at: { pointer: "/0" } },
      { change: "012345678901", reason: "security", at: { pointer: "/0" } },
    ]);
  });

  it.each([
    ["waivers: []", "it is not a list of waivers", 1],
    ["- abc", "waiver 1 has no fields", 1],
    [`- ${line(whole)}\n  expiry: 2026-12-31`, 'a waiver has no field "expiry"; the nearest is "expires"', 5],
    ["- change: abc\n  reason: security\n  by: ann", "a waiver has no expires", 1],
    ["- change: abc\n  reason: security\n  expires: 2026-12-31", "a waiver has no by", 1],
    [
      `- ${line(whole.replace("security", "hurry"))}`,
      'the reason of a waiver is security or regulation (§9.4), not "hurry"',
      2,
    ],
    [`- ${line(whole.replace("12-31", "02-30"))}`, "expires is not a day such as 2026-01-31", 4],
    [`- ${line(whole.replace("abc", "123456789012"))}`, "change is not a text: put it in quotes", 1],
    [`- ${line(whole)}\n  note: [1]`, "note is not a text", 5],
    [`- { ${whole} }\n- { ${whole} }`, 'change "abc" is waived twice', 2],
    ["- change: [", "", undefined],
    [`- { ${whole}, changes: [b] }`, "a waiver has either change or changes", 1],
    [`- ${line(whole.replace("change: abc", "changes: []"))}`, "changes is not a list of ids", 1],
    [`- { ${whole.replace("change: abc", "changes: [a, 123456789012]")} }`, "123456789012 is not an id of a change", 1],
    [`- { ${whole.replace("change: abc", "changes: [a, a]")} }`, 'change "a" is waived twice', 1],
  ])("refuses %j", async (content, reason, at) => {
    writeFileSync(file, content);

    await expect(readWaivers(file, platformCompat)).rejects.toMatchObject({
      code: "unreadable-waivers",
      message: expect.stringContaining(`Cannot read "${file}": ${reason}`),
      at: { file, ...(at !== undefined && { line: at }) },
    });
  });

  function line(fields: string): string {
    return fields.replaceAll(", ", "\n  ");
  }
});

async function waived(
  base: JsonObject,
  revision: JsonObject,
  { change = id, expires = "2026-12-31" }: { readonly change?: string; readonly expires?: string },
): Promise<CompatReport> {
  writeFileSync(
    file,
    `# Ours\n- change: "${change}"\n  reason: security\n  by: ann@example.com\n  expires: ${expires}\n  note: See 4711\n`,
  );
  return judgeDocuments(base, revision, { today, waivers: await readWaivers(file) });
}
