import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory, contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../../test/support/contracts/law.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { type Contract, type Json, type JsonObject, locate } from "../../index.ts";
import { toOneDialect } from "./dialect.ts";
import { valueAt } from "../../model/pointer.ts";
import { validatorOf } from "../../schema/validator.ts";

const scratch = createScratch();
const objectSchema = { type: "object", properties: { a: { type: "string" } } };

describe("toOneDialect()", () => {
  it.each<[string, Json, Json]>([
    ["nullable with a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable without a type", { nullable: true }, {}],
    ["nullable: false", { type: "string", nullable: false }, { type: "string" }],
    [
      "nullable with an enum",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a"] },
    ],
    [
      "nullable with allOf and an enum",
      { allOf: [{ type: "string" }], enum: ["a"], nullable: true },
      { allOf: [{ type: "string" }], enum: ["a"] },
    ],
    [
      "nullable with oneOf whose nullable branch has an enum",
      { oneOf: [{ type: "string", enum: ["a"], nullable: true }], nullable: true },
      { oneOf: [{ type: ["string", "null"], enum: ["a"] }, { type: "null" }] },
    ],
    ["nullable with null in the enum", { enum: ["a", null], nullable: true }, { enum: ["a", null] }],
    [
      "nullable with allOf",
      { allOf: [{ $ref: "#/components/schemas/Other" }], nullable: true, readOnly: true, description: "It." },
      {
        readOnly: true,
        description: "It.",
        anyOf: [{ allOf: [{ $ref: "#/components/schemas/Other" }] }, { type: "null" }],
      },
    ],
    [
      "nullable with oneOf",
      { oneOf: [{ type: "string" }, { type: "integer" }], nullable: true },
      { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    ],
    [
      "nullable with oneOf that already accepts null",
      { type: "string", oneOf: [{ enum: ["a", null] }, { enum: ["b"] }], nullable: true },
      { type: ["string", "null"], oneOf: [{ enum: ["a", null] }, { enum: ["b"] }] },
    ],
    [
      "nullable with a $ref",
      { $ref: "#/components/schemas/Other", nullable: true },
      { anyOf: [{ $ref: "#/components/schemas/Other" }, { type: "null" }] },
    ],
    [
      "members that 3.0 ignores beside a $ref",
      { $ref: "#/components/schemas/Other", maxProperties: 1, description: "It.", "x-spec": "1" },
      { $ref: "#/components/schemas/Other", description: "It.", "x-spec": "1" },
    ],
    ["an exclusive bound", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["an inclusive bound", { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    ["an exclusive bound without a number", { exclusiveMaximum: true }, {}],
    ["an example", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    [
      "a property named like a keyword",
      { properties: { nullable: { type: "boolean" }, example: { type: "string" } } },
      { properties: { nullable: { type: "boolean" }, example: { type: "string" } } },
    ],
  ])("converts 3.0 and 3.1 to the same schema: %s", (_, schema30, schema31) => {
    const [ours, theirs] = [converted(schema30, "3.0.3"), converted(schema31, "3.1.0")];

    // The problem for members that 3.0 ignores is expected.
    expect(ours.problems.filter(({ code }) => code !== "ignored-sibling")).toEqual([]);
    expect(theirs.problems).toEqual([]);
    expect(ours.document).toEqual(theirs.document);
    expect(schemaIn(ours)).toEqual(schema31);
  });

  it.each<[Json, Json]>([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: ["string", "integer"], nullable: true }, { type: ["string", "integer", "null"] }],
    [{ const: "a", nullable: true }, { const: "a" }],
    [
      { $ref: "#/components/schemas/Other", maxProperties: 1, nullable: true },
      { anyOf: [{ $ref: "#/components/schemas/Other", maxProperties: 1 }, { type: "null" }] },
    ],
    [
      { $ref: "#/components/schemas/Other", maxProperties: 1, nullable: false },
      { $ref: "#/components/schemas/Other", maxProperties: 1 },
    ],
  ])("reports nullable in 3.1 and applies it: %j", (schema, expected) => {
    const contract = converted(schema, "3.1.0");

    expect(contract.problems.map(({ code, at }) => [code, at.pointer])).toEqual([
      ["nullable-in-3.1", "/components/schemas/S/nullable"],
    ]);
    expect(schemaIn(contract)).toEqual(expected);
  });

  it("makes nullable schemas accept null and nothing else, unless they list other values", () => {
    expect(breachOf(nullableProperty((schema) => ({ ...schema, nullable: true })))).toBeUndefined();
  });

  it("violates its law if the conversion rejects null or accepts other values", () => {
    expect(breachOf(nullableProperty((schema) => schema))).toContain("Counterexample");
    expect(breachOf(nullableProperty(() => ({ nullable: true })))).toContain("Counterexample");
  });

  it("does not change a document that it has converted already", () => {
    const idempotenceProperty = fc.property(schemas, fc.boolean(), (schema, nullable) => {
      const convertedOnce = converted(nullable ? { ...schema, nullable } : schema, "3.0.3").document;
      const convertedTwice = toOneDialect(convertedOnce, { file: "/docs/openapi.json", parts: {} });

      expect(convertedTwice).toEqual({ document: convertedOnce, problems: [] });
    });

    expect(breachOf(idempotenceProperty)).toBeUndefined();
  });

  it.each([
    ["3.0.3", "multipart/form-data", undefined],
    ["3.0.3", "application/x-www-form-urlencoded", undefined],
    ["3.0.3", "multipart/mixed", { contentType: "image/png" }],
    ["3.1.0", "Multipart/Form-Data; boundary=b", undefined],
    ["3.1.0", "multipart/mixed", { contentType: "image/png" }],
  ])("ignores in %s the style of a field in %s", (openapi, type, expected) => {
    const encoding = { a: { style: "form", explode: false, allowReserved: true, contentType: "image/png" } };
    const post = { requestBody: { content: { [type]: { encoding } } }, responses: {} };
    const { document } = compileInMemory({ openapi, paths: { "/a": { post } } });

    expect(JSON.stringify(document["paths"])).toContain(JSON.stringify({ encoding: { a: expected ?? encoding.a } }));
  });

  it("drops invalid keyword values with a problem each, and keeps the rest", () => {
    const contract = converted(
      {
        type: "strin",
        required: true,
        minLength: "1",
        pattern: "(",
        enum: [],
        maxLength: 3,
        properties: { good: { type: "string" }, bad: null, worse: "text" },
        patternProperties: { "(": { type: "string" }, "^x": { type: "string" } },
        exclusiveMinimum: true,
      },
      "3.1.0",
    );

    expect(
      contract.problems.map(({ code, at, message }) => [
        code,
        at.pointer.slice("/components/schemas/S/".length),
        message,
      ]),
    ).toEqual([
      ["invalid-keyword", "type", 'Cannot use "type": "strin" is not a value it can have'],
      ["invalid-keyword", "required", 'Cannot use "required": true is not a value it can have'],
      ["invalid-keyword", "minLength", 'Cannot use "minLength": "1" is not a value it can have'],
      ["invalid-keyword", "pattern", 'Cannot use "pattern": "(" is not a value it can have'],
      ["invalid-keyword", "enum", 'Cannot use "enum": [] is not a value it can have'],
      ["invalid-keyword", "properties/bad", 'Cannot use "bad": null is not a value it can have'],
      ["invalid-keyword", "properties/worse", 'Cannot use "worse": "text" is not a value it can have'],
      ["invalid-keyword", "patternProperties/(", 'Cannot use "(": {"type":"string"} is not a value it can have'],
      ["invalid-keyword", "exclusiveMinimum", 'Cannot use "exclusiveMinimum": true is not a value it can have'],
    ]);
    expect(schemaIn(contract)).toEqual({
      maxLength: 3,
      "x-emptied-enum": true,
      properties: { good: { type: "string" } },
      patternProperties: { "^x": { type: "string" } },
    });
  });

  it.each(["oneOf", "anyOf"])("reports only the siblings of a branch that the document has: %s", async (union) => {
    const pet = { type: "object", properties: { kind: { type: "string" } } };
    const schemas = (branch: JsonObject): JsonObject => ({
      Dog: pet,
      Cat: pet,
      Pet: { [union]: [{ $ref: "#/components/schemas/Dog" }, branch], discriminator: { propertyName: "kind" } },
    });
    const cat = { $ref: "#/components/schemas/Cat" };
    const siblingsIn = async (branch: JsonObject): Promise<unknown> => {
      const { problems } = await scratch.load({ openapi: "3.0.3", components: { schemas: schemas(branch) } });
      return problems.map(({ code, at }) => [code, at.pointer]);
    };

    expect(await siblingsIn(cat)).toEqual([]);
    expect(await siblingsIn({ ...cat, required: ["name"] })).toEqual([
      ["ignored-sibling", `/components/schemas/Pet/${union}/1`],
    ]);
  });

  it("reports a deprecated that is not a boolean, but not a property of that name", async () => {
    const namedDeprecated = {
      type: "object",
      properties: { deprecated: { type: "string" } },
      default: { deprecated: "yes" },
    };
    const { problems, operations } = await scratch.load({
      openapi: "3.1.0",
      paths: {
        "/a": {
          get: {
            deprecated: "yes",
            parameters: [{ name: "q", in: "query", deprecated: 1, schema: { ...namedDeprecated, deprecated: "true" } }],
            responses: {
              "200": { description: "Fine", headers: { "X-A": { deprecated: null, schema: namedDeprecated } } },
            },
          },
          put: { deprecated: true, responses: { "200": { description: "Fine" } } },
        },
      },
    });
    const reported = problems.filter(({ code }) => code === "misformed-member");

    expect(reported.map(({ at }) => at.pointer.slice("/paths/~1a/get".length))).toEqual([
      "/deprecated",
      "/parameters/0/deprecated",
      "/parameters/0/schema/deprecated",
      "/responses/200/headers/X-A/deprecated",
    ]);
    expect(reported[0]?.message).toBe(
      'Cannot use "deprecated": "yes" is not true or false; YAML 1.2 reads yes as a text',
    );
    expect(operations.map(({ deprecated }) => deprecated)).toEqual([false, true]);
  });

  it("reports an x-spec without a section, and accepts a list of sections", async () => {
    const operation = (section: Json): JsonObject => ({ "x-spec": section, responses: {} });
    const sections: Json[] = ["4.1", 4, ["4.1", "4.2"], null, true, {}, [], ["4.1", null]];
    const { problems, operations } = await scratch.load({
      openapi: "3.1.0",
      paths: Object.fromEntries(sections.map((section, index) => [`/${index}`, { get: operation(section) }])),
    });
    const reported = problems.filter(({ code }) => code === "invalid-spec");

    expect(reported.map(({ at }) => at.pointer)).toEqual(
      [3, 4, 5, 6, 7].map((index) => `/paths/~1${index}/get/x-spec`),
    );
    expect(reported[1]?.message).toBe(
      '"x-spec" is true, which is not a section, and is ignored: write a section such as "4.1", or a list of sections',
    );
    expect(operations.map(({ section }) => section).slice(0, 4)).toEqual(["4.1", "4", "4.1, 4.2", undefined]);
    expect(operations.map(({ basis }) => basis).slice(2, 4)).toEqual(["stated", "stated"]);
  });

  it("keeps the origins of moved parts", async () => {
    const { document, ...contract } = await scratch.load({
      openapi: "3.0.3",
      components: {
        schemas: {
          Other: objectSchema,
          S: {
            nullable: true,
            allOf: [{ type: "array", items: { type: "string", example: "a" } }],
          },
          U: { oneOf: [{ $ref: "#/components/schemas/Other" }], discriminator: { propertyName: "a" } },
        },
      },
    });
    const at = (pointer: string): string => {
      expect(valueAt(document, pointer)).toBeDefined();
      return locate({ document, ...contract }, pointer).pointer.slice("/components/schemas".length);
    };

    expect(at("/components/schemas/S/anyOf/0/allOf/0/items/type")).toBe("/S/allOf/0/items/type");
    expect(at("/components/schemas/S/anyOf/0/allOf/0/items/examples/0")).toBe("/S/allOf/0/items/example");
    expect(at("/components/schemas/S/anyOf/1")).toBe("/S/nullable");
    expect(at("/components/schemas/U/oneOf/0/properties/a")).toBe("/U/discriminator/a");
    expect(at("/components/schemas/U/oneOf/0/$ref")).toBe("/U/oneOf/0/$ref");
  });
});

describe("toOneDialect() with a discriminator", () => {
  const pets = {
    Cat: { properties: { lives: { type: "integer" } } },
    Dog: { properties: { tricks: { type: "integer" } } },
    Pet: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { dog: "#/components/schemas/Dog", hound: "Dog" },
      },
    },
  };
  const contract = compileInMemory({ components: { schemas: pets } });
  const validate = validatorOf(contract, "/components/schemas/Pet", "request");

  it("constrains each branch to its mapped values, or to its schema name", () => {
    const branchFor = (values: Json): JsonObject => ({ properties: { kind: { enum: values } }, required: ["kind"] });

    expect(valueAt(contract.document, "/components/schemas/Pet/oneOf")).toEqual([
      { $ref: "#/components/schemas/Cat", ...branchFor(["Cat"]) },
      { $ref: "#/components/schemas/Dog", ...branchFor(["dog", "hound"]) },
    ]);
  });

  it.each<[Json, boolean]>([
    [{ kind: "Cat", lives: 9 }, true],
    [{ kind: "hound", tricks: 1 }, true],
    [{ kind: "Dog" }, false],
    [{ kind: "dog", tricks: "x" }, false],
    [{ lives: 9 }, false],
  ])("validates %j by its branch", (value, fits) => {
    expect(validate(value).length === 0).toBe(fits);
  });

  it("keeps members beside the $ref of a branch, and ignores branches without one", () => {
    const { document } = contractOfSchema({
      anyOf: [{ $ref: "#/components/schemas/S", required: ["x"] }, { type: "null" }],
      discriminator: { propertyName: "kind" },
    });

    expect(valueAt(document, "/components/schemas/S/anyOf")).toMatchObject([
      { allOf: [{ required: ["x"] }, { required: ["kind"] }] },
      { type: "null" },
    ]);
  });
});

describe("toOneDialect() with a schema that refers to itself", () => {
  it.each<[string, JsonObject, string]>([
    ["by $ref", { S: { $ref: "#/components/schemas/T" }, T: { $ref: "#/components/schemas/S" } }, "/T"],
    ["by allOf", { S: { allOf: [{ type: "object" }, { $ref: "#/components/schemas/S" }] } }, "/S/allOf/1"],
    ["by anyOf and not", { S: { anyOf: [{ not: { $ref: "#/components/schemas/S" } }] } }, "/S/anyOf/0/not"],
    ["in part", { S: { allOf: [{ $ref: "#/components/schemas/S/allOf/0" }] } }, "/S/allOf/0"],
  ])("is reported and can be validated if it refers to itself endlessly: %s", (_, schemas, at) => {
    const contract = compileInMemory({ components: { schemas } });

    expect(contract.problems).toMatchObject([{ code: "unresolved-ref", at: { pointer: `/components/schemas${at}` } }]);
    expect(contract.problems[0]?.message).toMatch(/leads back to itself$/);
    expect(() => validatorOf(contract, "/components/schemas/S", "request")({})).not.toThrow();
  });

  it("is reported and can be validated if its target stands beside a $ref in OpenAPI 3.0", () => {
    const document = {
      openapi: "3.0.3",
      components: {
        schemas: {
          Beside: { $ref: "#/components/schemas/Plain", properties: { lost: { type: "integer" } } },
          Plain: { type: "object", properties: { one: { $ref: "#/components/schemas/Beside/properties/lost" } } },
          Other: { type: "array", items: { $ref: "#/components/schemas/Beside/properties/lost" } },
        },
      },
    };
    const contract = compileInMemory(document);

    expect(contract.problems.map(({ code, at }) => [code, at.pointer])).toEqual(
      expect.arrayContaining([
        ["unresolved-ref", "/components/schemas/Plain/properties/one"],
        ["unresolved-ref", "/components/schemas/Other/items"],
      ]),
    );
    expect(validatorOf(contract, "/components/schemas/Plain", "request")({ one: 1 })).toEqual([]);
    expect(validatorOf(contract, "/components/schemas/Other", "request")([1])).toEqual([]);
  });

  it("through a property is valid", () => {
    const contract = contractOfSchema({
      type: "object",
      properties: {
        next: { $ref: "#/components/schemas/S" },
        any: { anyOf: [{ $ref: "#/components/schemas/S" }, { type: "null" }] },
      },
    });

    expect(contract.problems).toEqual([]);
    expect(validatorOf(contract, "/components/schemas/S", "request")({ next: { next: { any: 1 } } })).not.toEqual([]);
  });

  it("through a very long chain of references is reported", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, n) => [`S${n}`, { $ref: `#/components/schemas/S${n + 1}` }]),
    );
    const contract = compileInMemory({ components: { schemas: { ...schemas, S5000: { type: "string" } } } });

    expect(new Set(contract.problems.map(({ code }) => code))).toEqual(new Set(["unresolved-ref"]));
    expect(validatorOf(contract, "/components/schemas/S4990", "request")(1)).not.toEqual([]);
  });
});

function converted(schema: Json, openapi: string): Contract {
  return compileInMemory({ openapi, components: { schemas: { S: schema, Other: objectSchema } } });
}

function schemaIn({ document }: Contract): Json | undefined {
  return valueAt(document, "/components/schemas/S");
}

/** Random schemas of OpenAPI 3.0 that do not accept null. */
const schemas = fc.oneof(
  fc.record(
    { type: fc.constantFrom("string", "integer", "boolean"), description: fc.constant("It.") },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant("integer"), minimum: fc.nat(9), exclusiveMinimum: fc.boolean() }),
  fc.record({ type: fc.constant("array"), items: fc.constant({ type: "string" }) }),
  fc.constant({ $ref: "#/components/schemas/Other" }),
  fc.constant({ allOf: [{ $ref: "#/components/schemas/Other" }, { maxProperties: 1 }] }),
  fc.constant({ oneOf: [{ type: "string" }, { type: "integer" }] }),
  fc.constant({ anyOf: [{ $ref: "#/components/schemas/Other" }, { type: "string" }] }),
) as fc.Arbitrary<JsonObject>;

function nullableProperty(make: (schema: JsonObject) => JsonObject): fc.IProperty<[JsonObject, unknown]> {
  const values = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.jsonValue()),
    fc.object({ maxDepth: 0 }),
  );
  return fc.property(schemas, values, (schema, value) => {
    const accepts = (checkedSchema: JsonObject, instance: unknown): boolean =>
      validatorOf(converted(checkedSchema, "3.0.3"), "/components/schemas/S", "request")(instance).length === 0;

    expect(accepts(schema, null)).toBe(false);
    expect(accepts(make(schema), null)).toBe(schema["enum"] === undefined);
    expect(accepts(make(schema), value)).toBe(accepts(schema, value));
  });
}
