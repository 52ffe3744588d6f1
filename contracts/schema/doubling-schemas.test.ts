import type { JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGenerated } from "../openapi/compile-generated.ts";
import { createValues } from "../generate/index.ts";
import { getAcceptor, validatorOf } from "./validator.ts";

const levels = 40;

const next = (level: number): JsonObject => ({ $ref: `#/components/schemas/A${level + 1}` });

/** Schemas that each refer twice to the next. */
function doublingContract(schemaOf: (level: number) => JsonObject): ReturnType<typeof compileGenerated> {
  const schemas = Object.fromEntries(Array.from({ length: levels }, (_, level) => [`A${level}`, schemaOf(level)]));
  schemas[`A${levels}`] = { type: "object", required: ["x"] };
  return compileGenerated({ openapi: "3.1.0", paths: {}, components: { schemas } }, { api: "a", file: "a.json" });
}

describe("validatorOf()", () => {
  it.each<[string, (level: number) => JsonObject]>([
    ["oneOf", (level) => ({ oneOf: [next(level), next(level)] })],
    ["anyOf", (level) => ({ anyOf: [next(level), next(level)] })],
    ["if and else", (level) => ({ if: next(level), else: next(level) })],
    ["not and anyOf", (level) => ({ not: next(level), anyOf: [next(level)] })],
    [
      "two schemas in turn",
      (level) => (level % 2 ? { oneOf: [next(level), next(level)] } : { allOf: [next(level), next(level)] }),
    ],
  ])("stops and rejects the value if schemas double with each level: %s", (_, schemaOf) => {
    const contract = doublingContract(schemaOf);
    const pointer = "/components/schemas/A0";

    expect(getAcceptor(contract, pointer, "request")({ y: 1 })).toBe(false);
    expect(validatorOf(contract, pointer, "request")({ y: 1 })).toEqual([
      {
        pointer: "",
        keyword: "unchecked",
        expected: "a value that can be checked: it takes more steps than are allowed",
        got: '{"y":1}',
      },
    ]);
  });

  it.each<[string, (level: number) => JsonObject]>([
    ["allOf", (level) => ({ allOf: [next(level), next(level)] })],
    ["dependentSchemas", (level) => ({ dependentSchemas: { y: next(level) }, allOf: [next(level)] })],
  ])("names the first violation if each level of %s has another one", (_, schemaOf) => {
    const validate = validatorOf(doublingContract(schemaOf), "/components/schemas/A0", "request");

    expect(validate({ y: 1 })).toEqual([
      { pointer: "", keyword: "required", member: "x", expected: 'the property "x"', got: "nothing", isFirst: true },
    ]);
  });

  it("generates and accepts values of the first branch of each anyOf", () => {
    const contract = doublingContract((level) => ({ anyOf: [next(level), next(level)] }));
    const [at, basis, pointer] = [
      { file: "a.json", line: 1, column: 1, pointer: "" },
      "stated",
      "/components/schemas/A0",
    ] as const;
    const value = { $ref: `#${pointer}` };

    expect(validatorOf(contract, pointer, "request")({ x: 1 })).toEqual([]);
    expect(createValues(contract, "response").sample({ pointer, value, at, basis }, { name: "a" })).toHaveProperty("x");
  });

  it("stops the search for a valid value with an error that gives the reason", () => {
    const contract = doublingContract((level) => ({ oneOf: [next(level), next(level)] }));
    const values = createValues(contract, "response");
    const [at, basis] = [{ file: "a.json", line: 1, column: 1, pointer: "" }, "stated"] as const;
    const schema = {
      pointer: "/components/schemas/A0",
      value: { $ref: "#/components/schemas/A0" },
      at,
      basis,
    } as const;

    expect(values.sample(schema, { name: "a" })).toBeUndefined();
    expect(() => fc.sample(values.valid(schema), 1)).toThrow(
      "Cannot find a value for the schema at /components/schemas/A0: it takes more steps than are allowed",
    );
  });

  it("names the first of 100,000 invalid items", () => {
    const schemas = { A0: { items: { $ref: "#/components/schemas/B" } }, B: { required: ["x"] } };
    const contract = compileGenerated(
      { openapi: "3.1.0", paths: {}, components: { schemas } },
      { api: "a", file: "a.json" },
    );
    const validate = validatorOf(contract, "/components/schemas/A0", "request");

    expect(validate(Array.from({ length: 100_000 }, () => ({})))).toMatchObject([
      { pointer: "/0", keyword: "required", isFirst: true },
    ]);
    expect(validate(Array.from({ length: 100_000 }, () => ({ x: 1 })))).toEqual([]);
    expect(validate(Array.from({ length: 1000 }, () => ({})))).toHaveLength(1000);
  });
});
