import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory, contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import { join } from "../model/pointer.ts";
import { acceptedByAll } from "./accepted-by-all.ts";
import { type Direction, getAcceptor, compileWhole, compiledCount, validatorOf } from "./validator.ts";

const S = "/components/schemas/S";

describe("compileWhole()", () => {
  const contractWith = (inner: Json) =>
    compileInMemory({
      components: {
        schemas: {
          S: {
            type: "object",
            properties: { next: { $ref: "#/components/schemas/S" }, t: { $ref: "#/components/schemas/T" } },
          },
          T: { type: "object", properties: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`m${n}`, inner])) },
        },
      },
    });

  it("compiles what a schema refers to, which a validator does when a value reaches it", () => {
    const contract = contractWith({ type: "string" });
    const validate = validatorOf(contract, S, "request");
    validate({ next: {} });
    expect(compiledCount(contract)).toBe(1);
    compileWhole(contract, S, "request");
    expect(compiledCount(contract)).toBe(2);
    expect(validate({ next: { t: { m3: 1 } } })).toMatchObject([{ pointer: "/next/t/m3" }]);
    expect(compiledCount(contract)).toBe(2);
  });
});

describe("validatorOf()", () => {
  it("finds a schema with any name, through any $ref", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }).map((text) => text.toWellFormed()),
      fc.constantFrom("a/b", "~", "%41", "#", "{id}", "?", "a b", "__proto__", "constructor", "ä", "$ref", '"', "\\"),
    );
    const law = fc.property(name, (schemaName) => {
      const pointer = join("/components/schemas", schemaName);
      const contract = compileInMemory({
        components: {
          schemas: Object.fromEntries<Json>([
            [schemaName, { type: "integer" }],
            ["S", { $ref: `#${pointer.replaceAll("%", "%25")}` }],
          ]),
        },
      });
      if (schemaName === "S") return;

      expect(contract.problems).toEqual([]);
      for (const at of [pointer, S]) {
        expect(validatorOf(contract, at, "request")(1)).toEqual([]);
        expect(validatorOf(contract, at, "request")("1")).toHaveLength(1);
      }
    });

    expect(breachOf(law, { numRuns: 50 })).toBeUndefined();
  });

  it("compiles on first use, once for each schema and direction", () => {
    const contract = compileInMemory({ components: { schemas: { S: { type: "string" }, T: { type: "string" } } } });
    const counts = [compiledCount(contract)];
    for (const [pointer, direction] of [
      [S, "request"],
      [S, "request"],
      [S, "response"],
      ["/components/schemas/T", "request"],
    ] as const) {
      validatorOf(contract, pointer, direction);
      counts.push(compiledCount(contract));
    }

    expect(counts).toEqual([0, 1, 1, 2, 3]);
    expect(validatorOf(contract, S, "request")).toBe(validatorOf(contract, S, "request"));
    expect(getAcceptor(contract, S, "request")).toBe(getAcceptor(contract, S, "request"));
    expect(compiledCount(contract)).toBe(3);
  });

  it("separates contracts that use the same names", () => {
    const [text, number] = [contractOfSchema({ type: "string" }), contractOfSchema({ type: "number" })];

    expect(validatorOf(text, S, "request")("a")).toEqual([]);
    expect(validatorOf(number, S, "request")("a")).toHaveLength(1);
  });
});

describe("readOnly and writeOnly properties", () => {
  const marked = { type: "object", properties: { id: { type: "integer", readOnly: true } } };
  const open = { type: "object", properties: { id: { type: "integer" } } };
  const contract = compileInMemory({
    components: {
      schemas: {
        S: {
          type: "object",
          required: ["id", "by_ref", "by_all_of", "secret", "name", "nothing", "constructor"],
          properties: {
            id: { type: "integer", readOnly: true },
            by_ref: { $ref: "#/components/schemas/Chain" },
            by_all_of: { allOf: [{ $ref: "#/components/schemas/Id" }] },
            secret: { type: "string", writeOnly: true },
            name: { type: "string", readOnly: false },
            any: true,
          },
        },
        Chain: { $ref: "#/components/schemas/Id" },
        Id: { type: "integer", readOnly: true },
      },
    },
  });

  it.each<[Direction, string[]]>([
    ["request", ["secret", "name", "nothing", "constructor"]],
    ["response", ["id", "by_ref", "by_all_of", "name", "nothing", "constructor"]],
  ])("are not required in a %s, unlike all others", (direction, required) => {
    expect(validatorOf(contract, S, direction)({}).map(({ expected }) => expected)).toEqual(
      required.map((name) => `the property "${name}"`),
    );
  });

  it.each<[string, JsonObject, number]>([
    ["one part, and marked in another", { allOf: [marked, { required: ["id"] }] }, 0],
    ["the whole, and marked in a part", { required: ["id"], allOf: [marked] }, 0],
    ["a nested part", { allOf: [{ allOf: [{ required: ["id"] }] }, { $ref: "#/components/schemas/Marked" }] }, 0],
    ["a part that names it, too", { allOf: [marked, { required: ["id"], properties: { id: { minimum: 1 } } }] }, 0],
    [
      "the whole, and marked in all branches",
      { required: ["id"], oneOf: [marked, { allOf: [marked, { not: {} }] }] },
      0,
    ],
    ["the whole, and marked in each branch that has it", { required: ["id"], anyOf: [marked, { type: "object" }] }, 0],
    ["the whole, and marked in one of two branches", { required: ["id"], anyOf: [marked, open] }, 1],
    ["the whole, and marked in no branch", { required: ["id"], anyOf: [open, { type: "object" }] }, 1],
    ["a component that is a part", { allOf: [marked, { $ref: "#/components/schemas/Asking" }] }, 1],
    ["a shape of which another one is marked", { anyOf: [{ required: ["id"] }, { allOf: [marked, false] }] }, 1],
  ])("are not required in a request by %s", (_, schema, count) => {
    const others = { Marked: marked, Asking: { required: ["id"] } };
    const whole = compileInMemory({ components: { schemas: { S: schema, ...others } } });
    const { S: own } = (whole.document["components"] as JsonObject)["schemas"] as { readonly S: JsonObject };

    expect(validatorOf(whole, S, "request")({}).filter(({ keyword }) => keyword === "required")).toHaveLength(count);
    expect(acceptedByAll(whole, [own], "request", {})).toBe(count === 0);
    expect(acceptedByAll(whole, [own], "response", {})).toBe(false);
  });

  it("are validated if they are sent", () => {
    expect(validatorOf(contract, S, "request")({ id: "x" })).toContainEqual({
      pointer: "/id",
      keyword: "type",
      expected: "an integer",
      got: '"x"',
    });
  });
});

describe("properties named like members of Object.prototype", () => {
  const names = ["required", "__proto__", "constructor", "$ref", "toString", "properties", "nullable", "type"];
  const schema = (members: JsonObject): JsonObject => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])),
    ...members,
  });
  const valueOf = (name: string, value: Json): Json =>
    JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`) as Json;

  it.each(names)("validate %s like any other property", (name) => {
    const validate = validatorOf(contractOfSchema(schema({ additionalProperties: false })), S, "request");
    const required = validatorOf(contractOfSchema(schema({ required: [name] })), S, "request");

    expect(validate({})).toEqual([]);
    expect(validate(valueOf(name, 1))).toEqual([]);
    expect(validate(valueOf(name, "x"))).toEqual([
      { pointer: `/${name}`, keyword: "type", expected: "an integer", got: '"x"' },
    ]);
    expect(required({})).toMatchObject([{ keyword: "required", expected: `the property "${name}"` }]);
    expect(required(valueOf(name, 1))).toEqual([]);
  });
});

describe("documents", () => {
  it("may contain values that look like schemas with an id", () => {
    const namedSchema = (type: string): JsonObject => ({ $id: "https://example.org/a", $anchor: "a", type });
    const contract = compileInMemory({
      "x-note": namedSchema("one"),
      info: { title: "a", version: "1", "x-a": namedSchema("two") },
      components: {
        schemas: {
          S: {
            ...namedSchema("string"),
            const: namedSchema("three"),
            default: namedSchema("four"),
            "x-b": namedSchema("five"),
          },
        },
        examples: { a: { value: namedSchema("six") }, b: { value: namedSchema("seven") } },
      },
    });

    expect(validatorOf(contract, S, "request")(1)).not.toEqual([]);
  });

  it("may use unknown formats and number widths", () => {
    const validate = validatorOf(
      contractOfSchema({
        properties: { a: { format: "ulid" }, b: { type: "integer", format: "int32" }, c: { format: "date-time" } },
      }),
      S,
      "request",
    );

    expect(validate({ a: "x", b: 2 ** 40, c: "2026-03-01T09:30:00Z" })).toEqual([]);
    expect(validate({ c: "2026-02-30T09:30:00Z" })).toMatchObject([{ keyword: "format" }]);
  });

  it("may use patterns that are valid only without the u flag", () => {
    const validate = validatorOf(contractOfSchema({ pattern: "^\\_\\-[\\w-.]$" }), S, "request");

    expect(validate("_-.")).toEqual([]);
    expect(validate("x")).toHaveLength(1);
  });
});

describe("violations", () => {
  const long = Array.from({ length: 60 }, (_, n) => n);

  it.each<[JsonSchema, Json, string, string]>([
    [{ type: "integer" }, "a", "an integer", '"a"'],
    [{ type: ["string", "null"] }, 1, "a string or null", "1"],
    [{ required: ["a"] }, {}, 'the property "a"', "nothing"],
    [{ enum: ["a", 1] }, "b", 'one of "a", 1', '"b"'],
    [{ const: { a: 1 } }, 1, '{"a":1}', "1"],
    [{ minimum: 1 }, 0, "a number of at least 1", "0"],
    [{ maximum: 1 }, 2, "a number of at most 1", "2"],
    [{ exclusiveMinimum: 1 }, 1, "a number greater than 1", "1"],
    [{ exclusiveMaximum: 1 }, 1, "a number less than 1", "1"],
    [{ multipleOf: 2 }, 3, "a multiple of 2", "3"],
    [{ minLength: 2 }, "a", "at least 2 characters", '"a"'],
    [{ maxLength: 1 }, "𝄞𝄞", "at most 1 character", '"𝄞𝄞"'],
    [{ minItems: 1 }, [], "at least 1 item", "[]"],
    [{ maxItems: 0 }, [1], "at most 0 items", "[1]"],
    [{ uniqueItems: true }, [1, 2, 1], "items that differ (0 and 2 are the same)", "[1,2,1]"],
    [{ pattern: "^a" }, "b", "text that matches ^a", '"b"'],
    [{ format: "uuid" }, "b", 'text in the format "uuid"', '"b"'],
    [{ additionalProperties: false }, { a: 1 }, 'no property "a"', "1"],
    [{ unevaluatedProperties: false }, { a: 1 }, 'no property "a"', "1"],
    [{ not: {} }, 1, 'no property "at"', "1"],
    [{ not: true }, 1, 'no property "at"', "1"],
    [false, 1, 'no property "at"', "1"],
    [{ not: { type: "integer" } }, 1, "a value that must NOT be valid", "1"],
    [{ maxItems: 1 }, long, "at most 1 item", `${JSON.stringify(long).slice(0, 77)}…`],
  ])("of %j by %j have the expected and the actual value", (schema, value, expected, got) => {
    const contract = contractOfSchema({ properties: { at: schema } });

    expect(validatorOf(contract, S, "request")({ at: value })).toMatchObject([{ pointer: "/at", expected, got }]);
  });

  it("of the schema false have no expected value", () => {
    const items = contractOfSchema({ items: { not: {} } });

    expect(validatorOf(contractOfSchema(false), S, "request")(1)).toMatchObject([{ expected: "nothing at all" }]);
    expect(validatorOf(items, S, "request")([1])).toMatchObject([{ pointer: "/0", expected: "nothing at all" }]);
  });

  it.each<[JsonSchema, Json, string | undefined]>([
    [{ required: ["a"] }, {}, "a"],
    [{ additionalProperties: false }, { b: 1 }, "b"],
    [{ unevaluatedProperties: false }, { b: 1 }, "b"],
    [{ type: "object" }, 1, undefined],
  ])("of %j by %j have the missing or unexpected member", (schema, value, member) => {
    expect(validatorOf(contractOfSchema(schema), S, "request")(value).map((each) => each.member)).toEqual([member]);
  });

  it("of a union are reported once for the union, in addition to those of each branch", () => {
    const oneOf = validatorOf(contractOfSchema({ oneOf: [{ type: "string" }, { minLength: 2 }] }), S, "request");
    const anyOf = validatorOf(contractOfSchema({ anyOf: [{ type: "string" }, { type: "null" }] }), S, "request");
    const conditional = validatorOf(contractOfSchema({ if: true, then: { minimum: 1 } }), S, "request");

    expect(oneOf("ab").map(({ expected }) => expected)).toEqual([
      "a match with one alternative only (alternatives 1 and 2 match)",
    ]);
    expect(anyOf(1).map(({ expected }) => expected)).toEqual([
      "a string",
      "null",
      "a match with at least one alternative",
    ]);
    expect(conditional(0).map(({ expected }) => expected)).toEqual(["a number of at least 1"]);
  });

  it("of a oneOf name the matching branches by their schemas, else by their positions", () => {
    const contract = compileInMemory({
      components: {
        schemas: {
          S: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }, {}] },
          Cat: { minimum: 5 },
          Dog: { maximum: 9 },
        },
      },
    });
    const expectationsOf = (value: number): unknown => validatorOf(contract, S, "request")(value).at(-1)?.expected;

    expect(expectationsOf(7)).toBe('a match with one alternative only ("Cat" and "Dog" match)');
    expect(expectationsOf(4)).toBe('a match with one alternative only ("Dog" and alternative 3 match)');
    expect(expectationsOf(10)).toBe('a match with one alternative only ("Cat" and alternative 3 match)');
  });

  describe("of a union", () => {
    const email = { type: "string", format: "email" };
    const person = {
      type: "object",
      required: ["kind", "name"],
      properties: { kind: { const: "person" }, name: {}, email },
    };
    const company = {
      type: "object",
      required: ["kind", "vat"],
      properties: { kind: { const: "company" }, vat: {}, email, size: { enum: [1, 2] } },
    };
    const robot = { required: ["serial"], properties: { kind: { const: "robot" }, serial: { type: "integer" } } };
    const expectationsOf = (schema: JsonSchema, value: Json): string[] =>
      validatorOf(
        contractOfSchema(schema),
        S,
        "request",
      )(value).map(({ pointer, expected }) => `${pointer} ${expected}`.trim());

    it.each<[string, Json, string[]]>([
      [
        "the branch that a constant selects",
        { kind: "company", email: "bad" },
        ['the property "vat"', '/email text in the format "email"'],
      ],
      ["that branch also where an enum is missed", { kind: "company", vat: 1, size: 3 }, ["/size one of 1, 2"]],
      [
        "all remaining branches and the union, if several remain",
        { email: "bad", name: 1, size: 1 },
        [
          'the property "kind"',
          '/email text in the format "email"',
          'the property "vat"',
          'the property "serial"',
          "a match with one of the alternatives",
        ],
      ],
    ])("report %s", (_, value, expected) => {
      expect(expectationsOf({ type: "object", oneOf: [person, company, robot] }, value)).toEqual(expected);
    });

    it("report the branch with the matching type, also in a nested union", () => {
      const inner = { anyOf: [{ oneOf: [person, company] }, { type: "array", items: { type: "integer" } }] };
      const list = { type: "array", items: inner };

      expect(expectationsOf(inner, ["a", "b"])).toEqual(["/0 an integer", "/1 an integer"]);
      expect(expectationsOf(list, [{ kind: "company" }, 5, ["a"], { kind: "person" }])).toEqual([
        '/0 the property "vat"',
        "/1 an object",
        "/1 a match with one of the alternatives",
        "/1 an array",
        "/1 a match with at least one alternative",
        "/2/0 an integer",
        '/3 the property "name"',
      ]);
    });

    it("follow a discriminator through references, whatever the branches themselves allow", () => {
      const contract = compileInMemory({
        components: {
          schemas: {
            S: {
              oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }],
              discriminator: { propertyName: "kind" },
            },
            A: { type: "object", properties: { kind: { type: "string" }, size: { enum: [1] } } },
            B: { type: "object", required: ["width"], properties: { kind: { type: "string" } } },
          },
        },
      });
      const validate = validatorOf(contract, S, "request");

      expect(validate({ kind: "A", size: 2 })).toMatchObject([{ pointer: "/size", expected: "1" }]);
      expect(validate({ kind: "B", size: 2 })).toMatchObject([{ pointer: "", expected: 'the property "width"' }]);
    });

    it("report only the discriminator value if it selects no branch", () => {
      const tagged = compileInMemory({
        components: {
          schemas: {
            S: {
              oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
              discriminator: {
                propertyName: "kind",
                mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
              },
            },
            Cat: { type: "object", required: ["kind", "lives"], properties: { kind: { const: "cat" } } },
            Dog: { type: "object", required: ["kind", "bark"], properties: { kind: { const: "dog" } } },
          },
        },
      });

      expect(validatorOf(tagged, S, "response")({ kind: "cow" })).toEqual([
        { pointer: "/kind", keyword: "enum", expected: 'one of "cat", "dog"', got: '"cow"' },
      ]);
      expect(expectationsOf({ oneOf: [person, company, robot] }, { kind: "cow" })).toEqual([
        '/kind one of "person", "company", "robot"',
      ]);
    });

    it("never differ from the verdict of the validator", () => {
      const schema = { oneOf: [person, company, robot] };
      const values = fc.record(
        {
          kind: fc.constantFrom("person", "company", "robot", "other"),
          name: fc.boolean(),
          vat: fc.boolean(),
          serial: fc.oneof(fc.integer(), fc.string()),
          email: fc.constantFrom("a@example.org", "bad"),
        },
        { requiredKeys: [] },
      );
      const contract = contractOfSchema(schema);
      const [validate, accepts] = [validatorOf(contract, S, "request"), getAcceptor(contract, S, "request")];

      fc.assert(fc.property(values, (value) => accepts(value) === (validate(value).length === 0)));
    });
  });

  it("of an enum by another type are reported once: as the type if the enum is open, else as the values", () => {
    const contract = contractOfSchema({ type: "string", enum: ["a", "b"] });

    expect(validatorOf(contract, S, "request")(5)).toMatchObject([{ keyword: "enum", expected: 'one of "a", "b"' }]);
    expect(validatorOf(contract, S, "response")(5)).toMatchObject([{ keyword: "type", expected: "a string" }]);
  });

  it("are reported once, even if several paths lead to them", () => {
    const validate = validatorOf(contractOfSchema({ allOf: [{ type: "string" }, { type: "string" }] }), S, "request");

    expect(validate(1)).toHaveLength(1);
  });
});

describe("unions of more branches than the call stack allows", () => {
  it.each(["oneOf", "anyOf"])("are not checked, and say so: %s", (union) => {
    const branches = Array.from({ length: 5000 }, (_, index) => ({ required: [`k${index}`] }));
    const contract = contractOfSchema({ type: "object", [union]: branches });

    expect(validatorOf(contract, S, "response")({ k1: 1 })).toMatchObject([
      { keyword: "unchecked", expected: "a value that can be checked: it nests too deep, or has too many branches" },
    ]);
    expect(getAcceptor(contract, S, "response")({ k1: 1 })).toBe(false);
    expect(acceptedByAll(contract, [{ $ref: `#${S}` }, { [union]: branches }], "response", {})).not.toBe(true);
  });
});
