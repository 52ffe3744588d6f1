import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ordered } from "./ordered.ts";

describe("ordered()", () => {
  it.each([
    [{ starts_at: "2026-01-01T09:00:00Z", ends_at: "2026-01-01T08:00:00Z" }, ["starts_at", "ends_at"]],
    [{ validFrom: "2026-01-03", validTo: "2026-01-01" }, ["validFrom", "validTo"]],
    [{ min_price: 5, max_price: 3 }, ["min_price", "max_price"]],
    [{ check_in: "2026-01-02", check_out: "2026-01-01" }, ["check_in", "check_out"]],
  ])("swaps the start and end of %o", (body, [begins = "", ends = ""]) => {
    const swapped = ordered(body) as Record<string, string>;

    expect(swapped).toEqual({ [begins]: body[ends as never], [ends]: body[begins as never] });
  });

  it("keeps ordered pairs and unrelated properties", () => {
    const body = {
      starts_at: "2026-01-01",
      ends_at: "2026-01-05",
      from: "Ann",
      to: "Ada",
      inner: [{ min: 1, max: 2 }],
    };

    expect(ordered(body)).toEqual(body);
  });

  it("shortens long periods", () => {
    expect(ordered({ starts_at: "2026-01-01", ends_at: "2030-01-01" })).toEqual({
      starts_at: "2026-01-01",
      ends_at: expect.stringMatching(/^2026-01-0[2-7]$/),
    });
    expect(ordered({ starts_at: "2026-01-01T09:00:00.000Z", ends_at: "2030-01-01T00:00:00Z" })).toEqual({
      starts_at: "2026-01-01T09:00:00.000Z",
      ends_at: expect.stringMatching(/^2026-01-0[12]T/),
    });
  });

  it("only swaps values, and is idempotent", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("start", "end", "from", "to", "name"), fc.integer()), (body) => {
        const once = ordered(body);

        expect(Object.values(once as object).toSorted()).toEqual(Object.values(body).toSorted());
        expect(ordered(once)).toEqual(once);
      }),
    );
  });
});
