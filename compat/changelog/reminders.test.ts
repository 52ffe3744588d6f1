import { describe, expect, it } from "vitest";
import { changeOf, deprecationOf, entryOf } from "../../test/support/compat/changelog.ts";
import type { Entry } from "./entry.ts";
import { remindersOf } from "./reminders.ts";

/** Its sunset is on 2027-03-01: 90 days before is 2026-12-01, 30 days before 2027-01-30. */
const deprecated = entryOf(deprecationOf());

describe("remindersOf()", () => {
  it.each([
    ["2026-11-30", []],
    ["2026-12-01", [["de9ca7ed0001-sunset-90", "2026-12-01", "in 90 days"]]],
    ["2027-01-29", [["de9ca7ed0001-sunset-90", "2026-12-01", "in 90 days"]]],
    ["2027-02-10", [["de9ca7ed0001-sunset-30", "2027-01-30", "in 30 days"]]],
    ["2027-03-01", [["de9ca7ed0001-sunset-30", "2027-01-30", "in 30 days"]]],
    ["2027-03-02", []],
  ])("on %s", (today, expected) => {
    expect(remindersOf([deprecated], [90, 30], today).map(({ id, date, message }) => [id, date, message])).toEqual(
      expected.map(([id, date, left]) => [id, date, `Reminder: "GET /v1/carts" ends ${left}, on 2027-03-01`]),
    );
  });

  it("reminds each time once, however often it is asked", () => {
    const days = Array.from({ length: 200 }, (_, index) =>
      new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    );
    const entries: Entry[] = [deprecated];
    for (const today of days) entries.push(...remindersOf(entries, [30, 90, 7], today));

    expect(entries.slice(1).map(({ id }) => id)).toEqual(
      [90, 30, 7].map((count) => `${deprecated.id}-sunset-${count}`),
    );
  });

  it("tells what the entry told, and of which entry it reminds", () => {
    expect(remindersOf([deprecated], [90], "2026-12-24")).toMatchObject([
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

  it("goes by what was said last of a place", () => {
    const moved = entryOf(
      deprecationOf({ id: "5e7000000001", rule: "operation-sunset-changed", after: { sunset: "2027-06-01" } }),
      "2026-10-01",
    );
    const gone = entryOf(
      changeOf({ ...deprecationOf(), id: "90ne", rule: "operation-removed", kind: "removed" }),
      "2026-11-01",
    );
    const back = ["operation-reactivated", "graphql-field-reinstated"].map((rule) =>
      entryOf(deprecationOf({ id: "bac0", rule, before: { sunset: "2027-06-01" } }), "2026-11-01"),
    );

    expect(remindersOf([moved, deprecated], [90], "2026-12-24")).toEqual([]);
    expect(remindersOf([moved, deprecated], [90], "2027-03-10").map(({ id }) => id)).toEqual([
      "5e7000000001-sunset-90",
    ]);
    expect(remindersOf([moved, deprecated, gone], [90], "2027-03-10")).toEqual([]);
    for (const one of back) expect(remindersOf([moved, deprecated, one], [90], "2027-03-10")).toEqual([]);
  });

  it.each<[string, Partial<Entry>]>([
    ["in a file of another name", { api: "Shop", feed: "Orders" }],
    ["with what several operations had", { operations: ["GET /v1/a", "GET /v1/carts"] }],
    ["on both sides", { direction: undefined } as never],
    ["by an entry that is hidden", { hidden: true }],
  ])("does not remind of what was removed %s", (_, more) => {
    const gone = entryOf(
      changeOf({ ...deprecationOf(), id: "90ne", rule: "operation-removed", kind: "removed" }),
      "2026-11-01",
    );

    expect(remindersOf([deprecated], [90], "2026-12-24")).toHaveLength(1);
    expect(remindersOf([deprecated, { ...gone, ...more }], [90], "2026-12-24")).toEqual([]);
  });

  it.each([
    ["request-property-removed", "body.a", []],
    ["request-property-removed", "body.a.b", []],
    ["operation-removed", "", []],
    ["enum-value-removed", "body.a.b", [deprecated.id]],
    ["request-property-removed", "body", []],
    ["request-property-removed", "body.a.bc", [deprecated.id]],
  ])("reminds of what is in something until that is gone: %s at %j", (rule, path, reminded) => {
    const inside = { ...deprecated, path: "body.a.b", direction: "request" as const };
    const direction = path === "" ? "operation" : "request";
    const change = changeOf({ ...deprecationOf(), id: "90ne", rule, kind: "removed", direction, path });

    expect(
      remindersOf([inside, entryOf(change, "2026-11-01")], [90], "2026-12-24").map(({ reminds }) => reminds),
    ).toEqual(reminded);
  });

  it("goes by what the later of two versions of a day says, in whatever order they are found", () => {
    const moved = entryOf(
      deprecationOf({ id: "000000000001", rule: "operation-sunset-changed", after: { sunset: "2027-06-01" } }),
    );
    const both = [
      { ...deprecated, version: "v1.9" },
      { ...moved, version: "v1.10" },
    ];

    for (const entries of [both, both.toReversed()]) {
      expect(remindersOf(entries, [90], "2026-12-24")).toEqual([]);
      expect(remindersOf(entries, [90], "2027-03-10").map(({ reminds }) => reminds)).toEqual([moved.id]);
    }
  });

  it("does not remind of what was announced later than that, is hidden, or has no sunset", () => {
    const late = entryOf(deprecationOf(), "2026-12-15");
    const never = entryOf(deprecationOf({ after: { reason: "x" } }));

    expect(remindersOf([late], [90], "2026-12-24")).toEqual([]);
    expect(remindersOf([{ ...deprecated, hidden: true }], [90], "2026-12-24")).toEqual([]);
    expect(remindersOf([never], [90], "2026-12-24")).toEqual([]);
  });
});
