import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareBy } from "./sorting.ts";

const byTime = (one: string, other: string): number =>
  compareBy([{ property: "at", sign: 1 }], { at: one }, { at: other });

describe("compareBy()", () => {
  it.each([
    ["2026-01-01T10:00:00+02:00", "2026-01-01T09:00:00Z"],
    ["2026-01-01T00:30:00+01:00", "2025-12-31T23:31:00Z"],
    ["2026-01-01T09:00:00Z", "2026-01-01T09:00:00.5Z"],
    ["2026-01-01T09:00:00.000001Z", "2026-01-01T11:00:00.000002+02:00"],
    ["2026-01-01t08:00:00z", "2026-01-01T09:00:00Z"],
  ])("sorts the time %s before %s", (earlier, later) => {
    expect([byTime(earlier, later), byTime(later, earlier)]).toEqual([-1, 1]);
  });

  it("sorts times of any offset by their moments", () => {
    const moment = fc.date({
      min: new Date("1990-01-01T00:00:00Z"),
      max: new Date("2090-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    const offset = fc.integer({ min: -14, max: 14 });
    const inOffset = (date: Date, hours: number): string => {
      const shown = new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, -1);
      return `${shown}${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
    };
    fc.assert(
      fc.property(moment, moment, offset, offset, (one, other, oneOffset, otherOffset) => {
        const order = byTime(inOffset(one, oneOffset), inOffset(other, otherOffset));

        expect(Math.sign(order)).toBe(Math.sign(one.getTime() - other.getTime()));
      }),
    );
  });

  it.each([
    ["ash", "beech"],
    ["2026-01-01", "2026-01-02"],
    ["2026-13-01T09:00:00Z", "2026-13-02T09:00:00+02:00"],
  ])("sorts other texts by their characters: %s before %s", (one, other) => {
    expect(byTime(one, other)).toBe(-1);
  });
});
