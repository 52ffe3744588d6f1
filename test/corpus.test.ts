import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareWithExpected, runCorpus, readExceptions, renderAgreements } from "./support/compat/corpus.ts";

const fixtures = join(import.meta.dirname, "../fixtures/corpus");
const planted = await runCorpus(join(fixtures, "planted"));
const explained = { missed: "planted", "false-alarm": "planted" };

describe("agreementsOf()", () => {
  it("counts missed changes and false alarms, and ignores unclear cases", () => {
    const { recall, falseAlarms, unclear } = compareWithExpected(planted);

    expect(recall).toEqual({ part: 1, whole: 2 });
    expect(falseAlarms).toEqual({ part: 1, whole: 3 });
    expect(unclear).toBe(1);
  });

  it("compares ids with oasdiff's tests and its binary, including faults about dates", () => {
    const { asserted, binary } = compareWithExpected(planted);

    expect(asserted).toEqual({ agreed: 3, all: 4, missing: new Map([["api-tag-added", 1]]) });
    expect(binary).toEqual({ agreed: 2, all: 2, missing: new Map() });
  });

  it("fails for unexplained disagreements only", () => {
    expect(compareWithExpected(planted).faults).toEqual([
      'Nothing explains the disagreement on "missed"',
      'Nothing explains the disagreement on "false-alarm"',
    ]);
    expect(compareWithExpected(planted, explained).faults).toEqual([]);
  });

  it("fails for a stale exception, and for too many exceptions", () => {
    const more = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`other-${index}`, "planted"]));

    expect(compareWithExpected(planted, { ...explained, found: "planted" }).faults).toEqual([
      'The exception "found" is stale: there is no disagreement on it',
    ]);
    expect(compareWithExpected(planted, { ...explained, ...more }).faults).toContain(
      "There are 11 exceptions; at most 10 are allowed",
    );
  });
});

describe("renderAgreements()", () => {
  it("renders each disagreement, the figures, and optionally the ids", () => {
    const agreements = compareWithExpected(planted, explained);

    expect(renderAgreements(agreements, { ids: false })).toBe(
      [
        "missed: breaking (2: planted), found [non-breaking response-property-added body.note]: planted",
        "false-alarm: harmless (2: planted), found [breaking response-property-removed body.note]: planted",
        "recall 0.500 (1/2), false alarms 0.333 (1/3), 1 unclear cases left out",
        "check ids: 3 of 4 that oasdiff's tests assert, 2 of 2 that its binary reports",
        "",
      ].join("\n"),
    );
    expect(renderAgreements(agreements, { ids: true })).toContain("  1 api-tag-added\n");
  });
});

describe("listRunOutcomes()", () => {
  it("reports a missing folder, and a folder without cases", async () => {
    await expect(runCorpus(join(fixtures, "nowhere"))).rejects.toThrow('Cannot find a case in "');
    await expect(runCorpus(fixtures)).rejects.toThrow('Cannot find a case in "');
  });
});

describe("readExceptions()", () => {
  it("reads reasons by case name", () => {
    for (const reason of Object.values(readExceptions(join(fixtures, "exceptions.yaml"))))
      expect(reason).toMatch(/^[^\n]+$/);
  });
});
