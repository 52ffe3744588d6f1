import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { documentAnswering, objectSchema, testContract } from "../../test/support/compat/test-documents.ts";
import { loadContracts } from "../../contracts/index.ts";
import { type CompatProfile, type CompatReport, checkCompat, fails, judgeInTime, renderText } from "../index.ts";

const today = "2026-11-20";
const semver: CompatProfile = { name: "shop", majorVersion: true };
const scratch = createScratch();

/** Document with a version, whose response has some properties. */
function at(version: unknown, ...names: readonly string[]): JsonObject {
  const schema = objectSchema(Object.fromEntries(names.map((name) => [name, { type: "string" }])));
  const info = { title: "Orders", ...(version !== undefined && { version: version as string }) };
  return { ...documentAnswering(schema), info };
}

function judge(base: JsonObject, revision: JsonObject, profile = semver): CompatReport {
  const both = [[testContract(base)], [testContract(revision)]] as const;
  return judgeInTime(checkCompat(...both, { profile }), both, { today });
}

/** Removal of a property, with the versions of base and revision. */
const removal = (before: unknown, after: unknown, profile?: CompatProfile): CompatReport =>
  judge(at(before, "id", "note"), at(after, "id"), profile);

describe("a policy with majorVersion", () => {
  it.each([
    ["1.4.2", "2.0.0"],
    ["1.4.2", "3.1.0"],
    ["1.4.2", "2.0.0-rc.1"],
    ["0.4.2", "0.5.0"],
    ["0.4.2", "1.0.0"],
  ])("allows a breaking change from %s to %s", (before, after) => {
    const report = removal(before, after);

    expect(report.changes[0]?.allowed).toEqual({
      period: "version",
      reason: `The version rose from "${before}" to "${after}"`,
    });
    expect(report).toMatchObject({ faults: [], notes: [] });
    expect(fails(report, "breaking")).toBe(false);
  });

  it.each([
    ["1.4.2", "1.5.0", "2.0.0"],
    ["1.4.2", "1.4.2", "2.0.0"],
    ["10.0.0", "9.0.0", "11.0.0"],
    ["0.4.2", "0.4.3", "0.5.0"],
  ])("blocks a breaking change from %s to %s, and names the version %s", (before, after, version) => {
    const report = removal(before, after);

    expect(report.changes[0]?.blocked).toMatchObject({ period: "version", version });
    expect(fails(report, "breaking")).toBe(true);
    expect(renderText(report)).toContain(`Write the version ${version} in the revision (info.version)`);
  });

  it.each([
    ["1.4.2", "1.4.3", "1.5.0"],
    ["1.4.2", "1.4.2", "1.5.0"],
    ["0.4.2", "0.4.2", "0.4.3"],
  ])("asks for a minor version for an addition from %s to %s", (before, after, version) => {
    const report = judge(at(before, "id"), at(after, "id", "note"));

    expect(report).toMatchObject({ verdict: "dangerous", faults: [], notes: [{ code: "version-too-low" }] });
    expect(report.notes?.[0]?.message).toContain(`1 addition needs the version ${version}`);
    expect([fails(report, "breaking"), fails(report, "dangerous")]).toEqual([false, true]);
    expect(renderText(report)).toMatch(/, 1 version too low\n$/);
  });

  it("accepts an addition with a minor version, and no change without a new version", () => {
    expect(judge(at("1.4.2", "id"), at("1.5.0", "id", "note"))).toMatchObject({ verdict: "non-breaking", notes: [] });
    expect(judge(at("1.4.2", "id"), at("1.4.2", "id"))).toMatchObject({ faults: [], notes: [] });
  });

  it.each([
    ["1.0", "1.0.0"],
    ["v2", "2.0.0"],
    ["2024-01-31", "2024.0.0"],
    [1, "1.0.0"],
    ["", "1.0.0"],
    [undefined, "1.0.0"],
    ["1.2.3.4", "1.0.0"],
  ])("never passes with the version %j in the revision", (version, suggestion) => {
    for (const before of [version, "1.0.0"]) {
      for (const report of [removal(before, version), judge(at(before, "id"), at(version, "id"))]) {
        expect(report.faults).toMatchObject([{ code: "version-not-semantic" }]);
        expect(fails(report, "breaking")).toBe(true);
      }
    }
    expect(removal(version, version).changes[0]?.blocked?.reason).toContain("not a semantic version");
    expect(removal(version, version).faults[0]?.message).toContain(`write ${suggestion} or a higher one`);
  });

  it("blocks a breaking change if only the base has another kind of version, and notes it otherwise", () => {
    expect(removal("v1", "2.0.0").changes[0]?.blocked?.reason).toBe(
      'The version of the base is "v1", which is not a semantic version',
    );
    const report = judge(at("v1", "id"), at("1.0.0", "id", "note"));
    expect(report).toMatchObject({ faults: [], notes: [{ code: "version-not-comparable", verdict: "dangerous" }] });
  });

  it("needs an announcement as well if the policy has a period of notice", () => {
    const profile: CompatProfile = { ...semver, notice: { months: 6 } };
    expect(removal("1.0.0", "2.0.0", profile).changes[0]?.blocked).toMatchObject({ period: "notice" });
    const { blocked } = removal("1.0.0", "1.1.0", profile).changes[0] ?? {};
    expect(blocked).toMatchObject({ period: "notice", version: "2.0.0", ifAnnounced: "2027-05-20" });
    expect(blocked?.reason).toMatch(/^It was not announced.*; the version changes from "1\.0\.0" to "1\.1\.0"/);
  });

  it("accepts a waiver in place of the version", () => {
    const both = [[testContract(at("1.0.0", "id", "note"))], [testContract(at("1.0.0", "id"))]] as const;
    const report = checkCompat(...both, { profile: semver });
    const waiver = {
      change: report.changes[0]?.id ?? "",
      reason: "unused",
      by: "ann",
      expires: "2026-12-31",
      at: { file: "w.yaml", line: 1, pointer: "/0" },
    };

    expect(judgeInTime(report, both, { today, waivers: [waiver] })).toMatchObject({
      changes: [{ waived: { reason: "unused" } }],
      faults: [],
    });
  });

  it("blocks a breaking change of a GraphQL schema, and the removal of a document", async () => {
    const [base, revision] = await Promise.all(
      ["b", "c"].map((name) => loadContracts([scratch.write({ "a.graphql": `type Query { a: Int, ${name}: Int }` })])),
    );
    const both = [base ?? [], revision ?? []] as const;
    const report = judgeInTime(checkCompat(...both, { profile: semver }), both, { today });
    expect(report.changes[0]?.blocked?.reason).toBe("A GraphQL schema has no version that announces the change");

    const removed = [[testContract(at("1.0.0", "id"))], []] as const;
    const gone = judgeInTime(checkCompat(...removed, { profile: semver }), removed, { today });
    expect(gone.changes[0]?.blocked?.reason).toContain("The document was removed");
  });
});

describe("the terms of waivers", () => {
  const profile: CompatProfile = { name: "shop", waiverReasons: { security: { days: 30 }, unused: {} } };
  const both = [[testContract(at("1.0.0", "id", "note"))], [testContract(at("1.0.0", "id"))]] as const;
  const report = checkCompat(...both, { profile });
  const waived = (reason: string, expires: string): CompatReport =>
    judgeInTime(report, both, {
      today,
      waivers: [
        {
          change: report.changes[0]?.id ?? "",
          reason,
          by: "ann",
          expires,
          at: { file: "w.yaml", line: 1, pointer: "/0" },
        },
      ],
    });

  it("limit the days until a waiver expires, by reason", () => {
    expect(waived("security", "2026-12-20")).toMatchObject({ changes: [{ waived: {} }], faults: [] });
    expect(waived("unused", "2036-12-20")).toMatchObject({ changes: [{ waived: {} }], faults: [] });
    const tooLong = waived("security", "2026-12-21");
    expect(tooLong.changes[0]?.blocked).toBeDefined();
    expect(tooLong.faults).toMatchObject([
      {
        code: "waiver-too-long",
        message: expect.stringContaining("one for security may last 30 days, so until 2026-12-20 at most") as string,
      },
    ]);
  });
});
