import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUsualDate, isUsualDateTime } from "./usual-times.ts";

const ajv = new Ajv2020();
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
const checks = [
  ["date", isUsualDate],
  ["date-time", isUsualDateTime],
] as const;

const two = fc.nat(99).map((number) => String(number).padStart(2, "0"));
const date = fc.tuple(two, two, two, two).map(([c, y, m, d]) => `${c}${y}-${m}-${d}`);
const time = fc
  .tuple(two, two, two, fc.constantFrom("", ".", ".1", ".123456", ".x"), fc.constantFrom("Z", "z", "", "+01:00", "ZZ"))
  .map(([h, m, s, decimals, zone]) => `${h}:${m}:${s}${decimals}${zone}`);
const moment = fc.tuple(date, fc.constantFrom("T", "t", " ", "TT", ""), time).map((parts) => parts.join(""));
/** Texts that are nearly valid: one character is another one, or missing. */
const damaged = fc
  .tuple(fc.oneof(date, moment), fc.nat(30), fc.constantFrom("", "-", ":", "0", "9", "/", "T", "é"))
  .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));

describe.each(checks)("the usual form of %s", (format, isUsual) => {
  it("is accepted by the library", () => {
    const validate = ajv.compile({ type: "string", format });
    const law = fc.property(fc.oneof(date, moment, damaged), (text) => {
      if (isUsual(text)) expect(validate(text)).toBe(true);
    });
    fc.assert(law, { numRuns: 20_000 });
  });

  it("covers what programs write", () => {
    for (let day = 0; day < 28; day++) {
      const text = new Date(Date.UTC(2026, day % 12, day + 1, day % 24, day, day)).toISOString();
      expect(isUsual(format === "date" ? text.slice(0, 10) : text)).toBe(true);
    }
  });
});
