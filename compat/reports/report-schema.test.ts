import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type Json, loadContracts } from "../../contracts/index.ts";
import { sampleReport, reportWithText } from "../../test/support/compat/sample-report.ts";
import { type CompatReport, type WitnessRequest, checkCompat, compatReports, judgeInTime } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const schema = JSON.parse(readFileSync(new URL("report.schema.json", import.meta.url), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

function faultsOf(report: unknown): unknown {
  validate(report);
  return validate.errors;
}

function written(report: CompatReport, only?: readonly ["breaking"]): CompatReport {
  return JSON.parse(compatReports["json"]?.(report, only && { only }) ?? "") as CompatReport;
}

/** Report with a proof whose body is this form text. */
function sent(form: Pick<WitnessRequest, "text" | "parts">, body: Json = { a: 1 }): CompatReport {
  const request = { method: "POST", path: "/a", headers: {}, body, ...form };
  const changes = sampleReport.changes.map((change) => ({
    ...change,
    witness: { shows: "refused" as const, request },
  }));
  return { ...sampleReport, changes };
}

const documents = await Promise.all(
  ["base", "revision"].map((name) => loadContracts([`fixtures/changelog/${name}.yaml`])),
);
const [base = [], revision = []] = documents;

const rules = { "request-parameter-removed": "off", "response-property-removed": "warning" } as const;

describe("the schema of the JSON report", () => {
  it.each([
    ["changes", checkOnPlatform(base, revision)],
    ["changes that block", judgeInTime(checkOnPlatform(base, revision), [base, revision], { today: "2026-11-22" })],
    [
      "changes that cite no clause",
      judgeInTime(checkCompat(base, revision), [base, revision], { today: "2026-11-22" }),
    ],
    ["changes read backwards", checkOnPlatform(revision, base)],
    ["rules that are off or warnings", checkCompat(base, revision, { profile: { name: "shop", rules } })],
    ["an API that is gone", checkOnPlatform(base, [])],
    ["no changes", checkOnPlatform(base, base)],
    ["witnesses, timing and faults", sampleReport],
    ["odd texts", reportWithText("a\u0000b")],
    ["forms", sent({ text: "a=1" })],
    ["parts", sent({ parts: [{ name: "a", headers: { "content-type": "text/csv" }, text: "1" }] })],
  ])("describes a report of %s", (_, report) => {
    expect(faultsOf(written(report))).toBeNull();
  });

  it("refuses unknown members", () => {
    const report = written(sampleReport);
    const [change] = report.changes;

    expect(faultsOf({ ...report, verdict: "bad" })).not.toBeNull();
    expect(faultsOf({ ...report, other: 1 })).not.toBeNull();
    expect(faultsOf({ ...report, faults: undefined })).not.toBeNull();
    expect(faultsOf({ ...report, changes: [{ ...change, section: undefined }] })).not.toBeNull();
    expect(faultsOf({ ...report, changes: [{ ...change, witness: { shows: "x" } }] })).not.toBeNull();
  });

  it("describes every member that a change can have", () => {
    const { $defs } = schema as { readonly $defs: Record<string, { readonly properties?: object }> };
    const known = Object.keys($defs["change"]?.properties ?? {});
    const members = new Set(sampleReport.changes.flatMap((change) => Object.keys(change)));

    expect(known.filter((name) => !["oasdiff", "warning"].includes(name) && name !== "remedy").toSorted()).toEqual(
      [...members].toSorted(),
    );
  });
});

describe("renderJson()", () => {
  it("has a remedy for each blocking change, with an announcement or waiver", () => {
    const timed = judgeInTime(checkOnPlatform(base, revision), [base, revision], { today: "2026-11-22" });
    const { changes } = JSON.parse(compatReports["json"]?.(timed) ?? "") as {
      readonly changes: readonly { readonly id: string; readonly blocked?: object; readonly remedy?: object }[];
    };

    expect(changes.filter(({ remedy }) => remedy).map(({ id }) => id)).toEqual(
      changes.filter(({ blocked }) => blocked).map(({ id }) => id),
    );
    expect(changes.find(({ id }) => id === "aaf416a514f0")?.remedy).toEqual({
      text: "Announce it: deprecate the part, or what encloses it, in the base. If that is published today, the change is allowed from 2027-11-22.",
      announcement: [
        "deprecated: true",
        "x-deprecated: { date: <day on which it is published>, reason: <why>, replacement: <what to use instead> }",
        "x-sunset: 2027-11-22",
      ].join("\n"),
      waiver: [
        '- change: "aaf416a514f0"',
        "  reason: security # or regulation",
        "  by: <who decides>",
        "  expires: <last day, YYYY-MM-DD>",
      ].join("\n"),
    });
    // The support period of 24 months cannot be waived, and the change is already announced.
    expect(changes.find(({ id }) => id === "df91cf652d82")?.remedy).not.toHaveProperty("waiver");
    expect(written(sampleReport).changes.find(({ blocked }) => blocked)).toMatchObject({
      remedy: { text: "It is announced: make the change on 2026-10-01 or later.", waiver: expect.any(String) },
    });
    expect(JSON.stringify(written(sampleReport))).not.toContain("announcement");
  });

  it("omits the text of a form that contains a secret", () => {
    const report = written(sent({ text: "user=password,sesame" }, { user: { password: "sesame" } }));

    expect(report.changes[0]?.witness?.request).toMatchObject({ body: { user: { password: "***" } } });
    expect(JSON.stringify(report)).not.toContain("sesame");
    expect(JSON.stringify(written(sent({ text: "user=name,ann" }, { user: { name: "ann" } })))).toContain(
      "user=name,ann",
    );
  });

  it("masks credentials in proofs", () => {
    expect(JSON.stringify(sampleReport)).toContain("sesame");
    expect(JSON.stringify(written(sampleReport))).not.toContain("sesame");
  });

  it("lists the requested levels, with the verdict of all changes", () => {
    const { verdict, changes } = written({ ...sampleReport, changes: sampleReport.changes.slice(0, 3) }, ["breaking"]);

    expect(verdict).toBe("breaking");
    expect(changes.map(({ id }) => id)).toEqual(["4123456789ab"]);
  });
});
