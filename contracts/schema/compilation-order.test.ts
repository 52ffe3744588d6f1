import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { join } from "../model/pointer.ts";
import { acceptedByAll } from "./accepted-by-all.ts";
import { getAcceptor, validatorOf } from "./validator.ts";

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const withMembers = (...names: string[]): JsonObject => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
// More keywords than a schema may have that is compiled into the ones that refer to it.
const base = withMembers("id", "name", "tags", "status", "note", "owner", "group", "label", "link");

const objects: readonly Json[] = [
  {},
  { id: 1 },
  { left: 1 },
  { right: 1 },
  { left: 1, right: 1 },
  { next: { left: 1 } },
  { next: { next: { right: 1 } } },
  { kind: "Left", left: 1 },
  { kind: "Left", right: 1 },
];
const arrays: readonly Json[] = [[], [1], ["a"], [1, "a"], [1, "a", true], ["a", 1]];

/** Schemas that refer to a common one, and values that some of them accept. */
interface Family {
  readonly schemas: JsonObject;
  readonly values: readonly Json[];
  /** True if Ajv alone judges them otherwise than JSON Schema says. */
  readonly isBeyondAjv?: boolean;
}

const families: Readonly<Record<string, Family>> = {
  "branches of a union that extend one base": {
    schemas: {
      Base: base,
      Left: { allOf: [reference("Base"), withMembers("left")], unevaluatedProperties: false },
      Right: { allOf: [withMembers("right"), reference("Base")], unevaluatedProperties: false },
      Beside: { ...reference("Base"), ...withMembers("left"), unevaluatedProperties: false },
      Either: { oneOf: [reference("Left"), reference("Right")] },
    },
    values: objects,
  },
  "a base of a base": {
    schemas: {
      Base: base,
      Middle: { allOf: [reference("Base"), withMembers("left")] },
      Top: { allOf: [reference("Middle"), withMembers("right")], unevaluatedProperties: false },
      Strict: { allOf: [reference("Middle")], unevaluatedProperties: { type: "string" } },
      Plain: { ...reference("Base"), unevaluatedProperties: false },
    },
    values: objects,
  },
  "a recursive base": {
    schemas: {
      Base: { properties: { ...(base["properties"] as JsonObject), next: reference("Any") } },
      Left: { allOf: [reference("Base"), withMembers("left")], unevaluatedProperties: false },
      Right: { allOf: [reference("Base"), withMembers("right")], unevaluatedProperties: false },
      Any: { anyOf: [reference("Left"), reference("Right")] },
    },
    values: objects,
  },
  "a condition beside a base": {
    schemas: {
      Base: base,
      Left: {
        ...reference("Base"),
        if: { required: ["left"] },
        then: withMembers("left"),
        else: withMembers("right"),
        unevaluatedProperties: false,
      },
      Right: { allOf: [reference("Base"), { patternProperties: { "^r": {} } }], unevaluatedProperties: false },
    },
    values: objects,
    isBeyondAjv: true,
  },
  "items after a common prefix": {
    schemas: {
      Base: { prefixItems: [{ type: "integer" }], minItems: 0, maxItems: 9, ...base },
      Left: { allOf: [reference("Base"), { prefixItems: [true, { type: "string" }] }], unevaluatedItems: false },
      Right: { allOf: [reference("Base")], unevaluatedItems: { type: "boolean" } },
      Either: { oneOf: [reference("Left"), reference("Right")] },
    },
    values: arrays,
  },
  "names by $id and anchors": {
    schemas: {
      Base: { $id: "https://example.com/base", $anchor: "base", ...base },
      Left: { allOf: [{ $ref: "https://example.com/base" }, withMembers("left")], unevaluatedProperties: false },
      Right: { allOf: [{ $ref: "https://example.com/base#base" }, withMembers("right")], unevaluatedProperties: false },
      Either: { oneOf: [reference("Left"), reference("Right")] },
    },
    values: objects,
  },
  "a reference by a dynamic anchor": {
    schemas: {
      Base: { $dynamicAnchor: "node", properties: { ...(base["properties"] as JsonObject), next: reference("Left") } },
      Left: { allOf: [{ $dynamicRef: "#node" }, withMembers("left")], unevaluatedProperties: false },
      Right: { allOf: [reference("Base"), withMembers("right")], unevaluatedProperties: false },
    },
    values: objects,
    isBeyondAjv: true,
  },
  "branches with a discriminator": {
    schemas: {
      Base: { ...base, required: ["kind"] },
      Left: { allOf: [reference("Base"), withMembers("kind", "left")], unevaluatedProperties: false },
      Right: { allOf: [reference("Base"), withMembers("kind", "right")], unevaluatedProperties: false },
    },
    values: objects,
  },
};

describe.each(Object.entries(families))("verdicts on %s", (_, { schemas, values, isBeyondAjv = false }) => {
  const names = Object.keys(schemas);
  const step = fc.record({ name: fc.constantFrom(...names), value: fc.constantFrom(...values) });
  const expected = new Map(names.map((name) => [name, values.map((value) => newVerdict(schemas, name, value))]));

  it("are those of a new contract, whatever was compiled and validated before", () => {
    const law = fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), (steps) => {
      const contract = contractWith(schemas);
      for (const { name, value } of steps) {
        const pointer = join("/components/schemas", name);
        const verdicts = [
          validatorOf(contract, pointer, "response")(value).length === 0,
          getAcceptor(contract, pointer, "response")(value),
          acceptedByAll(contract, [reference(name)], "response", value),
        ];
        const verdict = expected.get(name)?.[values.indexOf(value)];
        expect({ name, value, verdicts }).toEqual({ name, value, verdicts: [verdict, verdict, verdict] });
      }
    });

    expect(new Set([...expected.values()].flat())).toEqual(new Set([true, false]));
    fc.assert(law, { numRuns: 20, seed: 1 });
  });

  it.skipIf(isBeyondAjv)("are those of Ajv alone", () => {
    for (const name of names) {
      const ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ $id: "https://example.com/document", components: { schemas } });
      const accepts = ajv.compile({ $ref: `https://example.com/document#/components/schemas/${name}` });
      expect([name, ...values.map((value) => accepts(value))]).toEqual([name, ...(expected.get(name) ?? [])]);
    }
  });
});

function contractWith(schemas: JsonObject): Contract {
  return compileInMemory({ openapi: "3.1.0", components: { schemas } });
}

/** Verdict of a contract that has compiled no other schema and seen no other value. */
function newVerdict(schemas: JsonObject, name: string, value: Json): boolean {
  return getAcceptor(contractWith(schemas), join("/components/schemas", name), "response")(value);
}

describe("a condition", () => {
  const when = { properties: { kind: { const: "then" } }, required: ["kind"] };
  const evaluate = { properties: { more: { type: "string" } } };

  it.each<[string, JsonObject, JsonObject, boolean]>([
    ["evaluates its members if it holds", { then: evaluate }, { kind: "then", more: "a" }, true],
    ["evaluates nothing if it does not hold", { then: evaluate }, { kind: "else" }, false],
    ["evaluates the members of else alone if it does not hold", { else: evaluate }, { more: "a" }, true],
    ["evaluates no member of its own with else", { else: evaluate }, { kind: "else", more: "a" }, false],
    ["evaluates neither with both", { then: evaluate, else: evaluate }, { kind: "else" }, false],
  ])("%s (JSON Schema 2020-12, section 10.2.2)", (_, clauses, value, isValid) => {
    const schema = { if: when, ...clauses, unevaluatedProperties: false };
    const contract = compileInMemory({ components: { schemas: { Subject: schema } } } as never);

    expect(getAcceptor(contract, "/components/schemas/Subject", "request")(value)).toBe(isValid);
  });
});
