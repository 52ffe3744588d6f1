import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import type { Schema } from "../../index.ts";
import { createValues } from "../index.ts";
import { formatPatterns } from "../../schema/text-beyond.ts";
import { findFormat } from "./formats.ts";

const pointer = "/components/schemas/S";

// Texts of a format can have each length.
it.each([
  ["uri", 3, 3_000],
  ["uri-reference", 2, 3_000],
  ["email", 5, 3_000],
  ["hostname", 3, 253],
  ["duration", 4, 3_000],
])("texts of the format %s have the required length", (format, minLength, maxLength) => {
  fc.assert(
    fc.property(
      fc.integer({ min: minLength, max: minLength + 200 }),
      fc.integer({ min: minLength, max: maxLength }),
      (short, long) => {
        for (const length of [Math.min(short, maxLength), long]) {
          const contract = contractOfSchema({ type: "string", format, minLength: length, maxLength: length });
          const schema: Schema = {
            value: { $ref: `#${pointer}` },
            pointer,
            at: { file: "S", line: 1, pointer },
            basis: "stated",
          };
          const [text] = fc.sample(createValues(contract, "request").valid(schema), { seed: 1, numRuns: 1 });
          expect(text).toHaveLength(length);
        }
      },
    ),
    { seed: 7, numRuns: 25 },
  );
});

describe("formatPatterns", () => {
  it.each([...formatPatterns])("match all texts in the format %s", (name, pattern) => {
    const { valid, uncommon = [] } = findFormat(name) ?? { valid: fc.constant("") };

    expect(uncommon.filter((text) => !new RegExp(pattern, "u").test(text))).toEqual([]);
    fc.assert(fc.property(valid, (text) => new RegExp(pattern, "u").test(text)));
  });
});
