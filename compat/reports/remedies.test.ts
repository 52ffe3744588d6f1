import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContracts } from "../../contracts/index.ts";
import { removedChange } from "../../test/support/compat/sample-report.ts";
import { type Change, type CompatProfile, defaultProfile, judgeInTime, readWaivers, renderText } from "../index.ts";
import { compatReports } from "./index.ts";
import { renderMarkdown } from "./markdown.ts";
import { announcementLines, writeRemedy, writeShortRemedy, waiverRemedy } from "./remedies.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const scratch = createScratch();
const today = "2026-11-22";
const base = await loadContracts(["fixtures/changelog/base.yaml"]);
const revision = await loadContracts(["fixtures/changelog/revision.yaml"]);
const report = judgeInTime(checkOnPlatform(base, revision), [base, revision], { today });

/** Unannounced breaking change, with the day from which it is allowed if it is announced today. */
function unannounced(ifAnnounced: string): Change {
  return {
    ...removedChange,
    blocked: { period: "notice", section: "9.4", reason: "It was not announced", ifAnnounced },
  };
}

describe("remedies without a notice period", () => {
  const blocked = { period: "notice" as const, reason: "The policy allows it with a waiver only" };
  const removed: Change = { ...removedChange, blocked };

  it.each<readonly [way: string, change: Change]>([
    ["deprecate it with a sunset", removed],
    ["Add the new form beside the old one", { ...removed, kind: "changed" }],
    ["Leave the part optional", { ...removed, kind: "changed", rule: "request-property-became-required" }],
    ["Leave the part optional", { ...removed, kind: "added", direction: "request", rule: "request-parameter-added" }],
    ["Add the part beside what the base has", { ...removed, kind: "added", direction: "response" }],
  ])("offer the way on of the change: %s", (way, change) => {
    expect(writeShortRemedy(change, defaultProfile)).toContain(way);
    expect(writeShortRemedy(change, defaultProfile)).toContain("accept the change with a waiver, or revert it");
  });
});

it("every report has the remedy of a change beside the change, and no reference to another place", () => {
  const change = report.changes.find(({ rule }) => rule === "request-property-became-required");
  const remedy = "Leave it optional, or announce the change by deprecating what encloses the part.";
  for (const [format, render] of Object.entries(compatReports)) {
    const text = render({ ...report, changes: change ? [change] : [] });
    if (format !== "gitlab") expect(text).toContain(remedy);
    expect(text).not.toContain("see [");
  }
});

describe("announcementLines()", () => {
  const text = announcementLines(report.changes).join("\n");

  it("explains how to announce a change, and from which day it is allowed", () => {
    for (const part of ["deprecated: true", "x-deprecated:", "x-sunset: 2027-11-22"]) expect(text).toContain(part);
  });

  it("names each place of the base to announce at once", () => {
    const lines = announcementLines(report.changes);
    const places = lines
      .slice(lines.indexOf("at") + 1)
      .filter((line) => / fixtures\/changelog\/base\.yaml:\d+ /.test(line));
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places).size).toBe(places.length);
    expect(
      announcementLines([unannounced("2028-11-22"), { ...unannounced("2028-11-22"), id: "b" }]).filter((line) =>
        line.includes(`${removedChange.base?.file}:${removedChange.base?.line} `),
      ),
    ).toHaveLength(1);
  });

  it("has an announcement for each day, with its places", () => {
    const later = { ...unannounced("2028-11-22"), base: { file: "base.yaml", line: 7, pointer: "/paths" } };
    const lines = announcementLines([unannounced("2027-11-22"), later, later]);
    const days = lines.filter((line) => line.startsWith("    x-sunset: "));

    expect(days).toEqual(["    x-sunset: 2027-11-22", "    x-sunset: 2028-11-22"]);
    expect(lines.slice(lines.indexOf("    x-sunset: 2028-11-22"))).toEqual([
      "    x-sunset: 2028-11-22",
      "at",
      "    base.yaml:7 /paths",
    ]);
  });

  it("shows an announcement for each kind of document, with its own day", () => {
    const graphql = { ...unannounced("2028-11-22"), rule: "graphql-field-removed" };
    const both = announcementLines([unannounced("2027-11-22"), graphql]).join("\n");

    expect(both).toContain("in which the part of an OpenAPI document has\n    deprecated: true\n");
    expect(both).toContain("    x-sunset: 2027-11-22\n");
    expect(both).toContain(
      'in which the part of a GraphQL schema has, with the dates as the last lines of its description\n    @deprecated(reason: "<why>")\n',
    );
    expect(both).toContain("    x-sunset: 2028-11-22\n");
    expect(announcementLines([graphql]).join("\n")).not.toContain("deprecated: true");
  });

  it("is empty if nothing blocks", () => {
    expect(announcementLines(report.changes.filter(({ blocked }) => !blocked))).toEqual([]);
  });
});

describe("waiverRemedy()", () => {
  const waivers = (changes: readonly Change[], profile: CompatProfile = platformCompat, day?: string): string =>
    waiverRemedy(changes, profile, day)?.lines.join("\n") ?? "";

  it("has a waiver for each change that can be waived, with reasons and a day", () => {
    const text = waivers(report.changes, platformCompat, today);

    expect(text).toContain(
      '- change: "aaf416a514f0"\n  reason: security # or regulation\n  by: <who decides>\n  expires: 2027-02-20',
    );
    expect(text).not.toContain("df91cf652d82");
    expect(waivers(report.changes)).toContain("  expires: <last day, YYYY-MM-DD>");
    expect(waiverRemedy([], platformCompat, today)).toBeUndefined();
  });

  it("has one waiver for all changes of a cause, and the file of waivers accepts it", async () => {
    const cause = { component: "schemas/Pet", changes: 2, operations: 3 };
    const same = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"].map((id) => ({ ...unannounced("2027-11-22"), id, cause }));
    const text = waivers([...same, { ...unannounced("2027-11-22"), id: "cccccccccccc" }], defaultProfile, today);

    expect(text).toMatch(
      /^# The edit of "Pet" \(schemas\): 2 changes\n- changes: \["aaaaaaaaaaaa", "bbbbbbbbbbbb"\]\n/,
    );
    await expect(readWaivers(scratch.write({ "waivers.yaml": text }))).rejects.toThrow(
      /reason is still the placeholder/,
    );
    const file = scratch.write({ "waivers.yaml": withoutPlaceholders(text) });
    expect(await readWaivers(file)).toMatchObject(
      ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"].map((change) => ({ change, expires: "2027-02-20" })),
    );
  });

  it("is complete YAML in a comment on a pull request, for any number of changes", async () => {
    for (const count of [30, 299, 700]) {
      const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(12, "0"));
      const cause = { component: "schemas/Pet", changes: count, operations: 1 };
      const same = ids.map((id) => ({ ...unannounced("2027-11-22"), id, cause }));
      const markdown = renderMarkdown({ ...report, changes: [...same, unannounced("2027-11-22")] });
      const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(markdown) ?? [];
      const found = await readWaivers(scratch.write({ "waivers.yaml": withoutPlaceholders(yaml) }));

      expect(found.map(({ change }) => change)).toEqual([...(count > 300 ? [] : ids), removedChange.id]);
    }
  });

  it("states how long a waiver of each reason may last, and proposes no longer one", () => {
    const waiverReasons = { security: { days: 30 }, unused: { days: 200 }, other: {} };
    const text = waivers([unannounced("2027-11-22")], { name: "shop", waiverReasons }, today);

    expect(text).toContain("  reason: security # at most 30 days # or unused, at most 200 days # or other\n");
    expect(text).toContain("  expires: 2026-12-22");
  });
});

/** A template of waivers as a person completes it. */
function withoutPlaceholders(text: string): string {
  return text.replaceAll("<why>", "security").replaceAll("<who decides>", "ann");
}

describe("writeRemedy()", () => {
  it("includes the announcement and the waiver of one change", () => {
    const change = report.changes.find(({ id }) => id === "aaf416a514f0");

    expect(change && writeRemedy(change, platformCompat)).toBe(
      'Announce it: deprecate the part, or what encloses it, in the base. If that is published today, the change is allowed from 2027-11-22. Deprecating is "deprecated: true" with "x-deprecated: { date: … }" and "x-sunset: 2027-11-22". Or waive it: a waiver of change "aaf416a514f0" in compat/waivers.yaml.',
    );
  });

  it("has the announcement in GraphQL for a GraphQL schema", () => {
    expect(writeRemedy({ ...unannounced("2027-11-22"), rule: "graphql-field-removed" }, platformCompat)).toContain(
      'Deprecating is "@deprecated(reason: …)" with the last lines "x-deprecated: …" and "x-sunset: 2027-11-22" of the description.',
    );
  });

  it("does not propose to deprecate a part that becomes required", () => {
    const change = report.changes.find(({ rule }) => rule === "request-property-became-required");

    expect(change && writeRemedy(change, platformCompat)).toMatch(
      /^Leave it optional, or announce the change by deprecating what encloses/,
    );
  });
});

it("renderText() gives the reason of each rule once", () => {
  const text = renderText(report);

  expect(text.match(/why: Consumers write and read values of the types/g)?.length).toBe(1);
});

it("following a remedy allows the change from the given day", async () => {
  const written = `deprecated: true, x-deprecated: { date: "${today}", reason: unused }, x-sunset: "2027-11-22"`;
  const text = readFileSync("fixtures/changelog/base.yaml", "utf8").replace("name: sort,", `name: sort, ${written},`);
  const announced = await loadContracts([scratch.write({ "base.yaml": text })]);
  const later = judgeInTime(checkOnPlatform(announced, revision), [announced, revision], { today: "2027-11-22" });
  const sort = later.changes.find(({ rule }) => rule === "request-parameter-removed");

  expect(sort?.allowed?.from).toBe("2027-11-22");
});
