import { describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry } from "../../test/support/compat/changelog.ts";
import type { Entry } from "./entry.ts";
import { createReminders } from "./reminders.ts";

/**
 * Deprecation with the sunset 2027-03-01. The reminders are due 90 days before (2026-12-01) and 30 days before (2027-01-30).
 */
const deprecated = publishedEntry(deprecationOf());

describe("createReminders()", () => {
  it.each([
    ["2026-11-30", []],
    ["2026-12-01", [["de9ca7ed0001-sunset-90", "2026-12-01", "in 90 days"]]],
    ["2027-01-29", [["de9ca7ed0001-sunset-90", "2026-12-01", "in 90 days"]]],
    ["2027-02-10", [["de9ca7ed0001-sunset-30", "2027-01-30", "in 30 days"]]],
    ["2027-03-01", [["de9ca7ed0001-sunset-30", "2027-01-30", "in 30 days"]]],
    ["2027-03-02", []],
  ])("on %s", (today, expected) => {
    expect(createReminders([deprecated], [90, 30], today).map(({ id, date, message }) => [id, date, message])).toEqual(
      expected.map(([id, date, remainingTime]) => [
        id,
        date,
        `Reminder: "GET /v1/carts" ends ${remainingTime}, on 2027-03-01`,
      ]),
    );
  });

  it("creates each reminder once", () => {
    const days = Array.from({ length: 200 }, (_, index) =>
      new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    );
    const entries: Entry[] = [deprecated];
    for (const today of days) entries.push(...createReminders(entries, [30, 90, 7], today));

    expect(entries.slice(1).map(({ id }) => id)).toEqual(
      [90, 30, 7].map((count) => `${deprecated.id}-sunset-${count}`),
    );
  });

  it("copies the fields of the entry, and has its id", () => {
    expect(createReminders([deprecated], [90], "2026-12-24")).toMatchObject([
      {
        kind: "deprecated",
        reminds: deprecated.id,
        sunset: "2027-03-01",
        effective: "2027-03-01",
        replacement: "GET /v1/orders",
        operations: ["GET /v1/carts"],
        action: "Stop using it before 2027-03-01. Use GET /v1/orders instead.",
      },
    ]);
  });

  it("uses the last announcement for a part", () => {
    const moved = publishedEntry(
      deprecationOf({ id: "5e7000000001", rule: "operation-sunset-changed", after: { sunset: "2027-06-01" } }),
      "2026-10-01",
    );
    const removal = publishedEntry(
      changeOf({ ...deprecationOf(), id: "90ne", rule: "operation-removed", kind: "removed" }),
      "2026-11-01",
    );
    const reinstatements = ["operation-reactivated", "graphql-field-reinstated"].map((rule) =>
      publishedEntry(deprecationOf({ id: "bac0", rule, before: { sunset: "2027-06-01" } }), "2026-11-01"),
    );

    expect(createReminders([moved, deprecated], [90], "2026-12-24")).toEqual([]);
    expect(createReminders([moved, deprecated], [90], "2027-03-10").map(({ id }) => id)).toEqual([
      "5e7000000001-sunset-90",
    ]);
    expect(createReminders([moved, deprecated, removal], [90], "2027-03-10")).toEqual([]);
    for (const one of reinstatements) expect(createReminders([moved, deprecated, one], [90], "2027-03-10")).toEqual([]);
  });

  it.each<[string, Partial<Entry>]>([
    ["in a file of another name", { api: "Shop", feed: "Orders" }],
    ["with what several operations had", { operations: ["GET /v1/a", "GET /v1/carts"] }],
    ["on both sides", { direction: undefined } as never],
    ["by an entry that is hidden", { hidden: true }],
  ])("creates no reminder for a removed part: %s", (_, more) => {
    const removal = publishedEntry(
      changeOf({ ...deprecationOf(), id: "90ne", rule: "operation-removed", kind: "removed" }),
      "2026-11-01",
    );

    expect(createReminders([deprecated], [90], "2026-12-24")).toHaveLength(1);
    expect(createReminders([deprecated, { ...removal, ...more }], [90], "2026-12-24")).toEqual([]);
  });

  it.each([
    ["request-property-removed", "body.a", []],
    ["request-property-removed", "body.a.b", []],
    ["operation-removed", "", []],
    ["enum-value-removed", "body.a.b", [deprecated.id]],
    ["request-property-removed", "body", []],
    ["request-property-removed", "body.a.bc", [deprecated.id]],
  ])("creates reminders for inner parts until the enclosing part is removed: %s at %j", (rule, path, reminded) => {
    const inside = { ...deprecated, path: "body.a.b", direction: "request" as const };
    const direction = path === "" ? "operation" : "request";
    const change = changeOf({ ...deprecationOf(), id: "90ne", rule, kind: "removed", direction, path });

    expect(
      createReminders([inside, publishedEntry(change, "2026-11-01")], [90], "2026-12-24").map(({ reminds }) => reminds),
    ).toEqual(reminded);
  });

  it("uses the later of two versions on one day, in any order", () => {
    const moved = publishedEntry(
      deprecationOf({ id: "000000000001", rule: "operation-sunset-changed", after: { sunset: "2027-06-01" } }),
    );
    const both = [
      { ...deprecated, version: "v1.9" },
      { ...moved, version: "v1.10" },
    ];

    for (const entries of [both, both.toReversed()]) {
      expect(createReminders(entries, [90], "2026-12-24")).toEqual([]);
      expect(createReminders(entries, [90], "2027-03-10").map(({ reminds }) => reminds)).toEqual([moved.id]);
    }
  });

  it("creates no reminder for later announcements, hidden ones, and ones without a sunset", () => {
    const late = publishedEntry(deprecationOf(), "2026-12-15");
    const never = publishedEntry(deprecationOf({ after: { reason: "x" } }));

    expect(createReminders([late], [90], "2026-12-24")).toEqual([]);
    expect(createReminders([{ ...deprecated, hidden: true }], [90], "2026-12-24")).toEqual([]);
    expect(createReminders([never], [90], "2026-12-24")).toEqual([]);
  });
});
