import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { getAcceptor } from "../../schema/validator.ts";
import { type Contract, type Json, type JsonObject, expandSubtypes } from "../../index.ts";

const text = { type: "string" };
const a = { properties: { a: text }, required: ["a"], additionalProperties: false };
const b = { properties: { b: text }, required: ["b"], additionalProperties: false };
const [optionalA, optionalB] = [
  { properties: { a: text }, additionalProperties: false },
  { properties: { b: text }, additionalProperties: false },
];
const [openA, openB] = [
  { properties: { a: text }, required: ["a"] },
  { properties: { b: text }, required: ["b"] },
];
const refA = { $ref: "#/components/schemas/A" };
const refB = { $ref: "#/components/schemas/B" };
const both = { a: "1", b: "2" };
const more = { ...both, c: "3" };

function contractOf(schema: Json, others: JsonObject = {}, openapi = "3.1.0"): Contract {
  return compileInMemory({ openapi, components: { schemas: { S: schema, A: a, B: b, ...others } } });
}

function accepts(contract: Contract, value: Json): boolean {
  return getAcceptor(contract, "/components/schemas/S", "request")(value) === true;
}

describe("createClosedParts()", () => {
  it.each<[string, JsonObject, JsonObject?]>([
    ["two closed parts that require what the other forbids", { allOf: [a, b] }],
    ["two references to closed schemas", { allOf: [refA, refB] }],
    ["a closed part beside one that requires more", { allOf: [a, openB] }],
    ["a schema that is closed itself, without members", { allOf: [openA, openB], additionalProperties: false }],
    ["a schema that is closed itself, with members", { ...a, allOf: [refB] }],
    ["closed parts with optional members each", { allOf: [optionalA, optionalB] }],
    [
      "optional members, and a closed part without any",
      { allOf: [{ ...optionalA }, { additionalProperties: false }, optionalB] },
    ],
    ["parts of parts", { allOf: [{ allOf: [refA] }, { allOf: [refB] }] }],
    [
      "a reference to a schema with closed parts",
      { allOf: [{ $ref: "#/components/schemas/C" }, refB] },
      { C: { allOf: [refA] } },
    ],
    [
      "closed parts that are read as a whole already",
      { allOf: [{ $ref: "#/components/schemas/C" }, { properties: { d: text }, additionalProperties: false }] },
      { C: { allOf: [refA, refB] } },
    ],
    [
      "a schema that refers to itself below",
      { allOf: [{ $ref: "#/components/schemas/C" }, refB] },
      { C: { ...a, properties: { a: text, child: { allOf: [{ $ref: "#/components/schemas/C" }, refB] } } } },
    ],
  ])("reads the closing as that of the whole: %s", (_, schema, others = {}) => {
    for (const openapi of ["3.0.3", "3.1.0"]) {
      const contract = contractOf(schema, others, openapi);

      expect([both, more].map((value) => accepts(contract, value))).toEqual([true, false]);
      expect(contract.problems.map(({ code, at }) => [code, at.pointer])).toContainEqual([
        "closed-parts",
        "/components/schemas/S/allOf",
      ]);
    }
  });

  it.each<[string, JsonObject, Json, Json, JsonObject?]>([
    ["one closed schema", a, { a: "1" }, both],
    ["open parts", { allOf: [openA, openB] }, more, { a: "1" }],
    [
      "a narrower form of another part",
      { allOf: [{ properties: { a: text, b: text }, additionalProperties: false }, a] },
      { a: "1" },
      both,
    ],
    [
      "a closed part that describes all",
      { allOf: [openA, { properties: { a: text, b: text }, additionalProperties: false }] },
      both,
      more,
    ],
    ["a closed part beside optional members", { allOf: [a, { properties: { b: text } }] }, { a: "1" }, both],
    ["parts with the same members", { allOf: [a, a] }, { a: "1" }, both],
    [
      "members by pattern",
      { allOf: [{ patternProperties: { "^[ab]$": text }, additionalProperties: false }, openA] },
      both,
      more,
    ],
    ["a required member that no part describes", { allOf: [a, { required: ["z"] }] }, 1, { a: "1", z: "1" }],
    ["a closed whole", { allOf: [openA, openB], unevaluatedProperties: false }, both, more],
    ["alternatives", { oneOf: [a, b] }, { a: "1" }, both],
  ])("leaves literal: %s", (_, schema, valid, invalid, others = {}) => {
    const contract = contractOf(schema, others);

    expect([valid, invalid].map((value) => accepts(contract, value))).toEqual([true, false]);
    expect(contract.problems).toEqual([]);
  });

  const optional = { properties: { c: text } };
  const wholeAb = { allOf: [optionalA, optionalB] };
  it.each<[string, JsonObject, readonly Json[], readonly Json[], JsonObject?]>([
    ["optional members beside one of the parts", { oneOf: [wholeAb, optionalA] }, [{ a: "1" }], [both]],
    ["the other way round", { oneOf: [optionalA, wholeAb] }, [{ a: "1" }], [both]],
    ["beside an open schema", { oneOf: [{ allOf: [a, openB] }, openA] }, [both, { a: "1" }], [{ b: "2" }]],
    ["beside anything", { oneOf: [{ allOf: [a, b] }, { type: "object" }] }, [both, more], []],
    ["beside what describes more", { oneOf: [{ allOf: [a, b] }, { ...optional, ...openA }] }, [more], [{ b: "2" }]],
    ["in a part of a branch", { oneOf: [{ allOf: [wholeAb] }, optionalA] }, [{ a: "1" }], [both]],
    [
      "behind a reference",
      { oneOf: [{ $ref: "#/components/schemas/C" }, optionalA] },
      [{ a: "1" }],
      [both],
      { C: wholeAb },
    ],
    [
      "behind two references",
      { oneOf: [{ $ref: "#/components/schemas/D" }, optionalA] },
      [{ a: "1" }],
      [both],
      { C: wholeAb, D: { $ref: "#/components/schemas/C" } },
    ],
    ["in a oneOf of a part", { allOf: [{ oneOf: [wholeAb, optionalA] }] }, [{ a: "1" }], [both]],
    ["in a member", { properties: { m: { oneOf: [wholeAb, optionalA] } } }, [{ m: { a: "1" } }], [{ m: both }]],
    ["in items", { items: { oneOf: [wholeAb, optionalA] } }, [[{ a: "1" }]], [[both]]],
  ])("leaves literal what another branch of a oneOf may accept: %s", (_, schema, valid, invalid, others = {}) => {
    for (const openapi of ["3.0.3", "3.1.0"]) {
      const contract = contractOf(schema, others, openapi);

      expect(valid.map((value) => accepts(contract, value))).toEqual(valid.map(() => true));
      expect(invalid.map((value) => accepts(contract, value))).toEqual(invalid.map(() => false));
    }
  });

  it.each<[string, JsonObject, readonly Json[], readonly Json[], JsonObject?]>([
    ["beside one of its parts", { oneOf: [{ allOf: [a, openB] }, a] }, [both, { a: "1" }], [more, { b: "2" }]],
    ["closed parts beside one of them", { oneOf: [{ allOf: [refA, refB] }, refA] }, [both, { a: "1" }], [more]],
    [
      "two extensions of one schema",
      { oneOf: [{ allOf: [refA, openB] }, { allOf: [refA, { properties: { c: text }, required: ["c"] }] }] },
      [both, { a: "1", c: "3" }],
      [more, { a: "1" }],
    ],
    [
      "behind a reference",
      { oneOf: [{ $ref: "#/components/schemas/C" }, refA] },
      [both, { a: "1" }],
      [more],
      { C: { allOf: [refA, refB] } },
    ],
    ["alone in a oneOf", { oneOf: [{ allOf: [a, b] }] }, [both], [more]],
    ["in an anyOf", { anyOf: [wholeAb, optionalA] }, [{ a: "1" }, both], [more]],
    ["with a discriminator", { oneOf: [wholeAb, optionalA], discriminator: { propertyName: "a" } }, [both], [more]],
    [
      "a member of a branch",
      { oneOf: [{ properties: { m: wholeAb } }, { type: "string" }] },
      [{ m: both }],
      [{ m: more }],
    ],
    ["the whole around a oneOf", { allOf: [a, b], oneOf: [{ required: ["a"] }, { required: ["z"] }] }, [both], [more]],
    ["a part beside a oneOf", { allOf: [a, b, { oneOf: [openA, { required: ["z"] }] }] }, [both], [more]],
  ])(
    "reads the closing as that of the whole in a oneOf that stays exclusive: %s",
    (_, schema, valid, invalid, others = {}) => {
      for (const openapi of ["3.0.3", "3.1.0"]) {
        const contract = contractOf(schema, others, openapi);

        expect(valid.map((value) => accepts(contract, value))).toEqual(valid.map(() => true));
        expect(invalid.map((value) => accepts(contract, value))).toEqual(invalid.map(() => false));
      }
    },
  );

  it("leaves a schema closed where it stands alone", () => {
    const contract = contractOf({ allOf: [refA, refB] }, { T: { $ref: "#/components/schemas/A" } });

    expect(getAcceptor(contract, "/components/schemas/T", "request")(both)).toBe(false);
  });

  it("lets values of a subtype have its members, and no value those of none", () => {
    const pet = { ...a, discriminator: { propertyName: "a" } };
    const cat = { allOf: [{ $ref: "#/components/schemas/Pet" }, optionalB] };
    const contract = expandSubtypes(contractOf({ $ref: "#/components/schemas/Pet" }, { Pet: pet, Cat: cat }));

    expect([{ a: "Cat", b: "1" }, { a: "Dog" }].map((value) => accepts(contract, value))).toEqual([true, true]);
    expect(
      [
        { a: "Cat", c: "1" },
        { a: "Dog", b: "1" },
      ].map((value) => accepts(contract, value)),
    ).toEqual([false, false]);
  });

  it("names the place and the spelling", () => {
    const [problem] = contractOf({ allOf: [refA, refB] }).problems;

    expect(problem?.message).toBe(
      'A part of the allOf forbids "a", which another has; the whole is read as closed: remove "additionalProperties" from the parts, and write "unevaluatedProperties": false beside it',
    );
  });

  it("reads a chain of ten thousand schemas, and parts that double, in time", () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `C${index}`,
        { allOf: [{ $ref: `#/components/schemas/C${index + 1}` }, a] },
      ]),
    );
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `D${index}`,
        { allOf: [1, 2].map(() => ({ $ref: `#/components/schemas/D${index + 1}` })) },
      ]),
    );
    const started = performance.now();
    contractOf({}, { ...chain, ...doubling, D40: b, C10000: b });

    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
