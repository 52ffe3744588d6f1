import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type Schema, isObject, loadControl, valueAt } from "../contracts/index.ts";
import { createValues } from "../contracts/generate/index.ts";
import { checkFaultSettings, faultCatalogue } from "../mock/index.ts";
import { controlFile, withFaultSchemas } from "./control-faults.ts";

const text = readFileSync(controlFile, "utf8");

describe("contracts/control/openapi.yaml", async () => {
  const contract = await loadControl();
  const values = createValues(contract, "request");

  it("has the schemas of the catalogue of faults: `npm run docs:reference` writes them", () => {
    expect(withFaultSchemas(text, faultCatalogue)).toBe(text);
  });

  it("is stale without one of the faults", () => {
    expect(withFaultSchemas(text, faultCatalogue.slice(1))).not.toBe(text);
  });

  it("accepts what checkFaultSettings() accepts, and refuses what it refuses", () => {
    const pointer = "/components/schemas/Fault";
    const schema = { pointer, value: valueAt(contract.document, pointer) } as Schema;
    fc.assert(fc.property(values.valid(schema), (setting) => check(setting)));
    for (const { arbitrary } of values.faults(schema))
      fc.assert(
        fc.property(arbitrary, (setting) => {
          expect(() => check(setting)).toThrow(RangeError);
        }),
        { numRuns: 10 },
      );
  });
});

/** Checks a setting, apart from what a schema cannot express: the order of a range, and the names of operations. */
function check(setting: Json): void {
  if (!isObject(setting)) return void checkFaultSettings([setting], []);
  const { operations, milliseconds } = setting;
  const areNames = Array.isArray(operations) && operations.every((each) => typeof each === "string");
  const isRange = Array.isArray(milliseconds) && milliseconds.every((each) => typeof each === "number");
  const settingToCheck = {
    ...setting,
    ...(areNames && { operations: [] }),
    ...(isRange && { milliseconds: milliseconds.toSorted((one, other) => Number(one) - Number(other)) }),
  };
  checkFaultSettings([settingToCheck], []);
}
