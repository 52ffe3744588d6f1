import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { loadContracts } from "../../contracts/index.ts";
import { sampleReport, removedChange, reportWithText } from "../../test/support/compat/sample-report.ts";
import { type CompatReport, checkCompat, compatReports, graphqlRules, rules } from "../index.ts";

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly { readonly physicalLocation?: PhysicalLocation }[];
  readonly relatedLocations?: readonly { readonly physicalLocation: PhysicalLocation }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly object[];
}

interface PhysicalLocation {
  readonly artifactLocation: { readonly uri: string };
  readonly region: { readonly startLine: number };
}

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { id: string }[] } };
      readonly results: readonly Result[];
    },
  ];
}

// The SARIF schema is draft 4, and one of its patterns is invalid with the Unicode flag.
const require = createRequire(import.meta.url);
const file = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(schema);

const [base = [], revision = []] = await Promise.all(
  ["base", "revision"].map((name) => loadContracts([`fixtures/changelog/${name}.yaml`])),
);

describe("renderSarif()", () => {
  it.each([
    ["changes", checkCompat(base, revision)],
    ["an API that is gone", checkCompat(base, [])],
    ["no changes", checkCompat(base, base)],
    ["witnesses, timing and faults", sampleReport],
    ["odd texts", reportWithText("a\u0000b [c](javascript:d) {0} %")],
  ])("is SARIF 2.1.0 for %s", (_name, report) => {
    validate(logOf(report));

    expect(validate.errors).toBeNull();
  });

  it("fails the validation when a result is invalid", () => {
    const log = logOf(sampleReport);
    const [run] = log.runs;
    const [result] = run.results;

    for (const wrong of [{ level: "bad" }, { message: {} }, { locations: [{ other: 1 }] }])
      expect(validate({ ...log, runs: [{ ...run, results: [{ ...result, ...wrong }] }] })).toBe(false);
  });

  it("has an error for blocking changes only", () => {
    const levels = Map.groupBy(resultsOf(sampleReport), ({ level }) => level);

    expect(idsOf(levels.get("error"))).toEqual([undefined, undefined, "1123456789ab", "0123456789ab"]);
    expect(idsOf(levels.get("warning"))).toEqual(["3123456789ab"]);
    expect(idsOf(levels.get("note"))?.toSorted()).toEqual([
      "2123456789ab",
      "4123456789ab",
      "5123456789ab",
      "6123456789ab",
    ]);
  });

  it("has the location in the revision, else in the base", () => {
    const [whole, removed] = [removedChange, { ...removedChange, revision: null }].map(
      (change) => resultsOf({ ...sampleReport, changes: [change], faults: [] })[0],
    );

    expect(whole?.locations?.[0]?.physicalLocation).toEqual(placeOf("specs/revision.yaml", 8));
    expect(whole?.relatedLocations?.[0]?.physicalLocation).toEqual(placeOf("base.yaml", 10));
    expect(removed?.locations?.[0]?.physicalLocation).toEqual(placeOf("base.yaml", 10));
    expect(removed).not.toHaveProperty("relatedLocations");
  });

  it("has every rule of the catalogue, and an index in each result", () => {
    const [{ tool, results }] = logOf(sampleReport).runs;
    const ids = tool.driver.rules.map(({ id }) => id);

    expect(ids).toEqual([...[...rules, ...graphqlRules].map(({ id }) => id), "sunset-too-soon", "waiver-stale"]);
    expect(results.map(({ ruleIndex }) => ids[ruleIndex])).toEqual(results.map(({ ruleId }) => ruleId));
  });

  it("has a valid URI for every file name", () => {
    const uris = ["a b#c?.yaml", "/tmp/a.yaml", "https://a.example/b.yaml", "git:main:a b.yaml"].map((name) => {
      const change = { ...removedChange, revision: { file: name, line: 1, pointer: "" } };
      return resultsOf({ ...sampleReport, changes: [change], faults: [] })[0]?.locations?.[0]?.physicalLocation
        ?.artifactLocation.uri;
    });

    expect(uris).toEqual(["a%20b%23c%3F.yaml", "file:///tmp/a.yaml", "https://a.example/b.yaml", "a%20b.yaml"]);
  });

  it("suppresses waived changes, and contains no link from a document", () => {
    const waived = resultsOf(sampleReport).find(({ suppressions }) => suppressions);
    const texts = resultsOf(reportWithText("[a](javascript:b)")).map(({ message }) => message.text);

    expect(idsOf(waived && [waived])).toEqual(["5123456789ab"]);
    expect(texts.join("\n")).not.toContain("](");
  });
});

function logOf(report: CompatReport): Log {
  return JSON.parse(compatReports["sarif"]?.(report) ?? "") as Log;
}

function resultsOf(report: CompatReport): readonly Result[] {
  return logOf(report).runs[0].results;
}

function idsOf(results: readonly Result[] | undefined): readonly (string | undefined)[] | undefined {
  return results?.map(({ partialFingerprints }) => partialFingerprints["concordChange/v1"]);
}

function placeOf(uri: string, startLine: number): PhysicalLocation {
  return { artifactLocation: { uri }, region: { startLine } };
}
