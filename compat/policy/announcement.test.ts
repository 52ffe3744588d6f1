import { describe, expect, it } from "vitest";
import type { PossibleAnnouncement } from "../index.ts";
import { announcementsIn } from "../index.ts";

const told: PossibleAnnouncement = {
  date: "2024-01-01",
  api: "Shop",
  kind: "deprecated",
  rule: "property-deprecated",
  direction: "response",
  operations: ["GET /a", "GET /b"],
  path: "body.y",
};
const back: PossibleAnnouncement = { ...told, date: "2025-01-01", kind: "changed", rule: "property-reactivated" };
const again: PossibleAnnouncement = { ...told, date: "2026-10-01" };

describe("announcementsIn()", () => {
  it("leaves out what was taken back, whether that is shown or not, and has what was announced anew", () => {
    expect(announcementsIn([told, back])).toEqual([]);
    expect(announcementsIn([{ ...back, hidden: true }, told])).toEqual([]);
    expect(
      announcementsIn([
        { ...told, rule: "graphql-field-deprecated" },
        { ...back, rule: "graphql-field-reinstated" },
      ]),
    ).toEqual([]);
    expect(announcementsIn([told, back, again])).toEqual([again]);
    expect(announcementsIn([again, { ...back, api: "Books", feed: "shop" }, told])).toEqual([again]);
  });

  it("goes by the later of two versions of a day", () => {
    const [one, other] = [
      { ...told, version: "v1.9" },
      { ...back, date: told.date, version: "v1.10" },
    ];

    expect(announcementsIn([other, one])).toEqual([]);
    expect(announcementsIn([{ ...other, version: "v1.8" }, one])).toEqual([one]);
  });

  it("keeps the operations for which it was not taken back", () => {
    expect(announcementsIn([told, { ...back, operations: ["GET /a"] }])).toEqual([{ ...told, operations: ["GET /b"] }]);
  });

  it.each<[string, Partial<PossibleAnnouncement>]>([
    ["before", { date: "2023-01-01" }],
    ["of another part", { path: "body.x" }],
    ["of the other side", { direction: "request" }],
    ["of another API", { api: "Books" }],
  ])("is not ended by what was taken back %s", (_, more) => {
    expect(announcementsIn([told, { ...back, ...more }])).toEqual([told]);
  });
});
