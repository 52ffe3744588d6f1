import { describe, expect, it } from "vitest";
import { changeOf, reportOf } from "../../test/support/compat/changelog.ts";
import { compatReports } from "./index.ts";

const key = ["sk", "live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_");

describe("every report", () => {
  it.each(Object.entries(compatReports))("%s masks credentials", (_, render) => {
    const change = changeOf({ message: `The default was changed from "a" to "${key}"`, before: "a", after: key });

    expect(render(reportOf(change), {})).not.toContain(key.slice(8));
  });

  it.each(["text", "html", "markdown", "junit", "github"])("%s removes invisible characters", (kind) => {
    const unseen = 'a"\u0000\u001B[2J\u0085\u00AD\u200B\u200E\u2028\u2029\u202E\u2066\uFEFF\u{E0041}\r\n## b';
    const at = { file: `${unseen}.yaml`, line: 1, pointer: "" };
    const timing = { period: "notice", section: "9.4", reason: unseen, from: "2027-01-01" } as const;
    const change = changeOf({
      api: unseen,
      operation: unseen,
      operations: [unseen, `GET ${unseen}`],
      path: `body.${unseen}`,
      message: unseen,
      note: unseen,
      against: unseen,
      before: unseen,
      after: { [unseen]: unseen },
      blocked: timing,
      base: at,
      revision: at,
      witness: { shows: "refused", value: unseen },
    });
    const waived = { reason: "security", by: unseen, expires: "2027-01-01", note: unseen } as const;
    const report = {
      ...reportOf(change, { ...change, waived }, { ...change, allowed: timing }),
      faults: [{ code: unseen, section: unseen, message: unseen, at }],
    };
    const text = compatReports[kind]?.(report, {}) ?? "";

    // The report inserts zero-width spaces into mentions and addresses.
    const insertedCharacters = kind === "markdown" ? /(?<=[@#:!$%^])\u200b/gu : /$^/gu;
    expect(text.replaceAll(insertedCharacters, "").match(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/gv)).toBeNull();
  });

  it.each(["text", "html", "markdown"])("%s has a heading for changes outside of operations", (kind) => {
    expect(compatReports[kind]?.(reportOf(changeOf({ operation: "", operations: [] })), {})).toContain(
      "The API as a whole",
    );
  });
});
