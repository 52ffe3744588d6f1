import { randomUUID } from "node:crypto";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUsualDate, isUsualDateTime, isUsualEmail, isUsualUuid } from "./usual-texts.ts";

const ajv = new Ajv2020();
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
const checks = [
  ["date", isUsualDate],
  ["date-time", isUsualDateTime],
  ["uuid", isUsualUuid],
  ["email", isUsualEmail],
] as const;

const upTo = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, "0"));
const date = fc.tuple(upTo(99), upTo(99), upTo(13), upTo(32)).map(([c, y, m, d]) => `${c}${y}-${m}-${d}`);
const time = fc
  .tuple(
    upTo(25),
    upTo(61),
    upTo(61),
    fc.constantFrom("", ".", ".1", ".123456", ".x"),
    fc.constantFrom("Z", "z", "", "+01:00", "ZZ"),
  )
  .map(([h, m, s, decimals, zone]) => `${h}:${m}:${s}${decimals}${zone}`);
const moment = fc.tuple(date, fc.constantFrom("T", "T", "T", "t", " ", ""), time).map((parts) => parts.join(""));
const uuid = fc
  .tuple(fc.constantFrom("", "urn:uuid:", "{"), fc.uuid(), fc.boolean())
  .map(([start, text, isUpper]) => (isUpper ? start + text.toUpperCase() : start + text));
const word = fc.string({ unit: fc.constantFrom(..."abczAZ019abczAZ019._-+@!é "), maxLength: 4 });
const email = fc.oneof(
  fc.emailAddress(),
  fc.tuple(word, word, word).map(([local, host, end]) => `a${local}@b${host}.c${end}`),
  fc.array(word, { maxLength: 6 }).map((words) => words.join("")),
);
const texts = { date, "date-time": moment, uuid, email };

/** Texts of a format, and some that are nearly valid: one character is another one, or missing. */
function textsNear(format: keyof typeof texts): fc.Arbitrary<string> {
  const damaged = fc
    .tuple(texts[format], fc.nat(40), fc.constantFrom("", "-", ":", "0", "9", "/", "T", "g", "@", ".", "é"))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));
  return fc.oneof(texts[format], damaged);
}

/** Texts that programs write. */
const written = {
  date: days((text) => text.slice(0, 10)),
  "date-time": days((text) => text),
  uuid: days(() => randomUUID()),
  email: ["ada@example.org", "ada.lovelace+list@mail.example.org", "a_b-c@x-y.example", "1@2.de"],
};

function days(textOf: (time: string) => string): string[] {
  return Array.from({ length: 30 }, (_, day) =>
    textOf(new Date(Date.UTC(2026, day % 12, day + 1, day % 24, day, day)).toISOString()),
  );
}

describe.each(checks)("the usual form of %s", (format, isUsual) => {
  it("is accepted by the library", () => {
    const validate = ajv.compile({ type: "string", format });
    let usual = 0;
    const law = fc.property(textsNear(format), (text) => {
      if (!isUsual(text)) return;
      usual += 1;
      expect(validate(text)).toBe(true);
    });
    fc.assert(law, { numRuns: 20_000 });

    expect(usual).toBeGreaterThan(200);
  });

  it("covers what programs write", () => {
    expect(written[format].filter((text) => !isUsual(text))).toEqual([]);
  });
});
