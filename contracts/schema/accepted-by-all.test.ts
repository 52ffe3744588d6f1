import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory, contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { loadPlatform } from "../index.ts";
import { createValues } from "../generate/index.ts";
import type { MediaType, Schema } from "../model/contract.ts";
import { acceptedByAll } from "./accepted-by-all.ts";
import { type Direction, getAcceptor } from "./validator.ts";

const contracts = (await loadPlatform()).filter(({ kind }) => kind === "openapi");

/** Schemas of bodies by direction, of some contracts only, which takes a few seconds. */
const bodies = contracts
  .filter((_, index) => index % 6 === 0)
  .flatMap((contract) =>
    contract.operations.flatMap(({ name, body, responses }) => [
      ...schemasIn(body?.content).map((schema) => ({ contract, name, schema, direction: "request" as Direction })),
      ...responses
        .flatMap(({ content }) => schemasIn(content))
        .map((schema) => ({ contract, name, schema, direction: "response" as Direction })),
    ]),
  );

const small = fc.constantFrom("text", 1, true);

function schemasIn(content: readonly MediaType[] = []): Schema[] {
  return content.flatMap(({ schema }) => schema ?? []);
}

function sampled(arbitrary: fc.Arbitrary<Json>, numRuns: number): Json[] {
  try {
    return fc.sample(arbitrary, { seed: 1, numRuns });
  } catch {
    return [];
  }
}

describe("acceptedByAll()", () => {
  it("agrees with the validator of the whole document for every value", () => {
    const verdictCounts = { fits: 0, refused: 0 };
    for (const { contract, name, schema, direction } of bodies) {
      const values = createValues(contract, direction);
      const accepts = getAcceptor(contract, schema.pointer, direction);
      const all = [
        ...sampled(values.valid(schema), 4),
        ...values
          .faults(schema)
          .slice(0, 12)
          .flatMap(({ arbitrary }) => sampled(arbitrary, 1)),
        "",
        0,
        null,
        [],
        {},
      ];
      for (const value of all) {
        const fits = accepts(value) as boolean;
        verdictCounts[fits ? "fits" : "refused"] += 1;
        if (acceptedByAll(contract, [schema.value], direction, value) !== fits)
          expect.fail(`${name} ${schema.pointer}, ${direction}: ${fits} of ${JSON.stringify(value)}`);
      }
    }

    expect(Math.min(verdictCounts.fits, verdictCounts.refused)).toBeGreaterThan(500);
  });

  it("agrees if a condition evaluates members", () => {
    const contract = contractOfSchema({
      type: "object",
      if: { properties: { kind: { const: "a" } } },
      then: { properties: { value: { type: "integer" } } },
      else: { properties: { value: { type: "string" } } },
      dependentSchemas: { extra: { properties: { more: true } } },
      unevaluatedProperties: { type: "string" },
    });
    const members = { kind: fc.constantFrom("a", "b", true), value: small, extra: small, more: small };

    fc.assert(
      fc.property(fc.record(members, { requiredKeys: [] }), (value) => {
        const whole = getAcceptor(contract, "/components/schemas/S", "request")(value);
        return acceptedByAll(contract, [{ $ref: "#/components/schemas/S" }], "request", value as Json) === whole;
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("validates a value once for each schema, even if many unions refer to it", () => {
    const reference = (at: number): JsonObject => ({ $ref: `#/components/schemas/C${at}` });
    const schemas: Record<string, JsonObject> = { C30: { type: "object", properties: { z: { type: "string" } } } };
    for (let at = 0; at < 30; at++) schemas[`C${at}`] = { oneOf: [reference(at + 1), reference(Math.min(at + 2, 30))] };
    const contract = compileInMemory({ components: { schemas } });
    const touched: string[] = [];
    const fits = (value: Json) =>
      acceptedByAll(contract, [reference(0)], "request", value, (text) => touched.push(text));

    expect(fits({ z: "text" })).toBe(true);
    expect(fits({ z: 1 })).toBe(false);
    expect(touched).toEqual([]);
  });
});
