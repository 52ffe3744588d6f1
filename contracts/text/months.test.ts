import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDate } from "../openapi/lifecycle.ts";
import { monthsAfter } from "./months.ts";

const days = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9990-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("monthsAfter()", () => {
  it.each([
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2025-01-31", 1, "2025-02-28"],
    ["2025-03-31", 1, "2025-04-30"],
    ["2025-12-31", 2, "2026-02-28"],
    ["2025-11-20", 12, "2026-11-20"],
    ["1900-01-31", 1, "1900-02-28"],
    ["0001-01-01", 24, "0003-01-01"],
    ["9999-06-01", 12, "9999-12-31"],
  ])("adds to %s %i months and returns %s", (date, months, later) => {
    expect(monthsAfter(date, months)).toBe(later);
  });

  it("returns a valid date in the month that is that many months later", () => {
    fc.assert(
      fc.property(days, fc.nat(36), (date, months) => {
        const later = monthsAfter(date, months);
        expect(isDate(later)).toBe(true);
        expect(monthIndex(later) - monthIndex(date)).toBe(months);
        expect(later.slice(8) <= date.slice(8)).toBe(true);
      }),
    );
  });

  it("keeps the order of dates", () => {
    fc.assert(
      fc.property(days, days, fc.nat(36), (one, other, months) => {
        const [early, late] = [one, other].toSorted() as [string, string];
        expect(monthsAfter(early, months) <= monthsAfter(late, months)).toBe(true);
      }),
    );
  });
});

function monthIndex(date: string): number {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return year * 12 + month;
}
