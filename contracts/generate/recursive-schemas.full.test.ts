import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circles, contractOfCircles } from "../../test/support/values/circles.ts";
import { type Contract, type Json, type JsonObject, type Schema, getAcceptor } from "../index.ts";
import { Unsatisfiable, createValues } from "./index.ts";

const pointer = "/components/schemas/A";

describe("recursive schemas", () => {
  it("have valid and invalid values, or none, and generation always ends", () => {
    let fitting = 0;
    fc.assert(
      fc.property(circles, (schemas) => {
        const contract = contractOfCircles(schemas);
        const accepts = getAcceptor(contract, pointer, "request");
        const schema = schemaOf(contract);
        const values = createValues(contract, "request");
        const sample = values.sample(schema, { name: "value" });
        if (sample !== undefined && accepts(sample)) fitting += 1;
        for (const value of someOf(values.valid(schema))) expect(accepts(value)).toBe(true);
        for (const { arbitrary } of values.faults(schema).slice(0, 5))
          for (const value of someOf(arbitrary)) expect(accepts(value)).toBe(false);
        expect([...values.valuesForAll([schema.value], 5), ...values.invalidValues([schema.value], 2)]).toBeInstanceOf(
          Array,
        );
      }),
      { seed: 7, numRuns: 100 },
    );

    expect(fitting).toBeGreaterThan(50);
  });

  it("get flat members until the minimum number of members is reached", () => {
    const A = { $ref: "#/components/schemas/A" };
    const contract = contractOfCircles({ A: { type: "object", properties: { a: A, b: A }, minProperties: 2 } });
    const [plain] = createValues(contract, "request").valuesForAll([schemaOf(contract).value], 1);

    expect(JSON.stringify(plain).length).toBeLessThan(2_000);
  });

  it("have a limited number of objects with optional members if all schemas refer to each other", () => {
    const names = ["A", ...Array.from({ length: 29 }, (_, index) => `B${index}`)];
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const contract = contractOfCircles(Object.fromEntries(names.map((name) => [name, { type: "object", properties }])));
    const sample = createValues(contract, "response").sample(schemaOf(contract), { name: "value", optional: true });

    expect(Object.keys(sample as JsonObject)).toEqual(names);
    expect(JSON.stringify(sample).length).toBeLessThan(1_000_000);
  });

  it("have no value if the smallest value exceeds the size limit", () => {
    const pair = (name: string): JsonObject => {
      const next = { $ref: `#/components/schemas/${name}` };
      return { type: "object", required: ["a", "b"], properties: { a: next, b: next } };
    };
    const names = Array.from({ length: 20 }, (_, level) => `L${level}`);
    const levels = Object.fromEntries(names.map((name, level) => [name, pair(`L${level + 1}`)]));
    const contract = contractOfCircles({ A: pair("L0"), ...levels, L20: { type: "null" } });

    expect(createValues(contract, "request").sample(schemaOf(contract), { name: "value" })).toBeUndefined();
  });
});

function schemaOf({ operations: [operation] }: Contract): Schema {
  return operation?.body?.content[0]?.schema as Schema;
}

/** Some valid values of a schema, or an empty list if the schema accepts none. */
function someOf(arbitrary: fc.Arbitrary<Json>): readonly Json[] {
  try {
    return fc.sample(arbitrary, { seed: 1, numRuns: 5 });
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}
