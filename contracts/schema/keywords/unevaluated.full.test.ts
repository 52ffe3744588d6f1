import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import { acceptedByAll } from "../accepted-by-all.ts";
import { schemas } from "../schema.ts";
import { getAcceptor, validatorOf, violationsOnce } from "../validator.ts";

const S = "/components/schemas/S";
const integer = { type: "integer" };
const text = { type: "string" };

const known = { properties: { kind: { const: "a" } } };

const conditions: readonly JsonObject[] = [
  { if: known, then: { properties: { b: true } } },
  { if: known, else: { properties: { b: true } } },
  { anyOf: [known, { properties: { kind: { const: "b" }, b: true } }] },
  { oneOf: [known, { properties: { kind: { const: "b" }, b: true } }] },
  { dependentSchemas: { c: known } },
];

describe("replaceUnevaluated()", () => {
  it.each(conditions)("allows patternProperties beside %j, whether the condition holds or not", (condition) => {
    const siblingSchema = { ...condition, patternProperties: { "^x": { type: "integer" } } };
    const allOfSchema = { allOf: [condition, { patternProperties: { "^x": { type: "integer" } } }] };
    const [one, other] = [siblingSchema, allOfSchema].map((schema) =>
      getAcceptor(contractOfSchema({ ...schema, unevaluatedProperties: false }), S, "request"),
    );
    const member = fc.constantFrom<Json>(1, "a", "b");
    const members = { kind: member, b: member, c: member, x1: member, d: member };

    fc.assert(
      fc.property(fc.record(members, { requiredKeys: [] }), (value) => one?.(value) === other?.(value)),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("unevaluatedItems", () => {
  const beside = { contains: integer, unevaluatedItems: false };

  it.each<[JsonSchema, readonly Json[], boolean]>([
    [beside, [1, 2], true],
    [beside, [1, "a"], false],
    [{ ...beside, minContains: 0 }, [], true],
    [{ ...beside, minContains: 0 }, ["a"], false],
    [{ ...beside, minContains: 0 }, [1], true],
    [{ ...beside, minContains: 2, maxContains: 2 }, [1, 2, "a"], false],
    [{ ...beside, prefixItems: [text] }, ["a", 1], true],
    [{ ...beside, prefixItems: [text] }, ["a", 1, "b"], false],
    [{ ...beside, unevaluatedItems: text }, [1, "a"], true],
    [{ ...beside, unevaluatedItems: text }, [1, true], false],
    [{ allOf: [{ contains: integer }, { contains: text }], unevaluatedItems: false }, [1, "a"], true],
    [{ allOf: [{ contains: integer }, { contains: text }], unevaluatedItems: false }, [1, "a", true], false],
    [{ allOf: [{ contains: integer }], contains: text, unevaluatedItems: false }, [1, "a"], true],
    [{ if: { contains: integer }, then: { contains: text }, unevaluatedItems: false }, [1, "a"], true],
    [{ if: { contains: integer }, unevaluatedItems: false }, [1], true],
    [{ if: { contains: integer }, unevaluatedItems: false }, [1, "a"], false],
    [{ if: { contains: integer }, else: { contains: text }, unevaluatedItems: false }, ["a", true], false],
    [{ anyOf: [{ contains: integer }, { contains: text }], unevaluatedItems: false }, [1, "a"], true],
    [{ anyOf: [{ contains: integer }, true], unevaluatedItems: false }, ["a"], false],
    [{ anyOf: [{ items: text }, true], unevaluatedItems: { type: "boolean" } }, ["a"], true],
    [{ anyOf: [{ items: text }, true], unevaluatedItems: { type: "boolean" } }, ["a", false], false],
    [{ not: { not: { contains: integer } }, unevaluatedItems: false }, [1], false],
    [{ allOf: [beside], unevaluatedItems: false }, [1], true],
    [{ allOf: [{ contains: integer }, { unevaluatedItems: false }] }, [1], false],
    [
      { $ref: "#/components/schemas/S/$defs/D", unevaluatedItems: false, $defs: { D: { contains: integer } } },
      [1, "a"],
      false,
    ],
    [
      { $ref: "#/components/schemas/S/$defs/D", unevaluatedItems: false, $defs: { D: { contains: integer } } },
      [1],
      true,
    ],
    [
      { $dynamicRef: "#list", unevaluatedItems: false, $defs: { D: { $dynamicAnchor: "list", contains: integer } } },
      [1],
      true,
    ],
    [
      { $dynamicRef: "#list", unevaluatedItems: false, $defs: { D: { $dynamicAnchor: "list", contains: integer } } },
      [1, "a"],
      false,
    ],
    [{ properties: { list: beside } }, { list: [1, "a"] } as never, false],
  ])("of %j: %j is valid: %j", (schema, value, isValid) => {
    expect(createVerdicts(schema)(value)).toEqual([isValid, isValid, isValid, isValid]);
  });

  it("and all later keywords apply to a list that is shorter than the prefix", () => {
    const schema = { prefixItems: [text, integer], contains: integer, uniqueItems: true, unevaluatedItems: false };

    expect(createVerdicts(schema)(["a"])).toEqual([false, false, false, false]);
  });

  it("names the item that is left", () => {
    expect(validatorOf(contractOfSchema(beside), S, "request")([1, "a", true])).toEqual([
      { pointer: "", keyword: "unevaluatedItems", expected: "no item at index 1", got: '"a"' },
      { pointer: "", keyword: "unevaluatedItems", expected: "no item at index 2", got: "true" },
    ]);
  });
});

describe("a schema with unevaluated parts", () => {
  const leaf = fc.constantFrom<JsonSchema>(
    true,
    false,
    integer,
    text,
    { const: 1 },
    { maxItems: 1 },
    { type: "array" },
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
    const inner = fc.oneof({ depthSize: "small", maxDepth: 2 }, leaf, tie("schema"));
    const branches = fc.array(inner, { minLength: 1, maxLength: 2 });
    const members = fc.dictionary(fc.constantFrom("a", "b"), leaf, { noNullPrototype: true });
    const keywords = {
      allOf: branches,
      anyOf: branches,
      oneOf: branches,
      if: inner,
      then: inner,
      else: inner,
      not: inner,
      dependentSchemas: fc.record({ a: inner }),
      prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
      items: leaf,
      contains: leaf,
      minContains: fc.constantFrom(0, 1, 2),
      properties: members,
      additionalProperties: leaf,
      patternProperties: fc.record({ "^b": leaf }),
      unevaluatedItems: leaf,
      unevaluatedProperties: leaf,
    };
    return { schema: fc.record(keywords, { requiredKeys: [] }) as fc.Arbitrary<JsonSchema> };
  });
  const scalar = fc.constantFrom<Json>(1, 2, "a", true);
  const list = fc.array(scalar, { maxLength: 3 });
  const object = fc.dictionary(fc.constantFrom("a", "b", "c"), scalar, { noNullPrototype: true });

  it("has the verdicts of JSON Schema 2020-12, sections 10 and 11", () => {
    const law = fc.property(
      fc.tuple(schema, fc.constantFrom("unevaluatedItems", "unevaluatedProperties"), leaf),
      fc.array(fc.oneof(list, object) as fc.Arbitrary<Json>, { minLength: 1, maxLength: 5 }),
      ([part, keyword, own], values) => {
        const whole = { ...(part as JsonObject), [keyword]: own };
        const verdictsOnWhole = createVerdicts(whole);
        for (const value of values) {
          const isValid = evaluate(whole, value) !== undefined;
          expect([value, ...verdictsOnWhole(value)]).toEqual([value, isValid, isValid, isValid, isValid]);
        }
      },
    );
    fc.assert(law, { seed: 1, numRuns: 40 });
  });
});

/** Verdicts of the four ways to validate a value. */
function createVerdicts(schema: JsonSchema): (value: Json) => unknown[] {
  const [contract, other] = [contractOfSchema(schema as JsonObject), contractOfSchema(schema as JsonObject)];
  return (value) => [
    getAcceptor(contract, S, "request")(value),
    violationsOnce(other, S, "request", value).length === 0,
    validatorOf(contract, S, "request")(value).length === 0,
    acceptedByAll(contract, [{ $ref: `#${S}` }], "request", value),
  ];
}

/** Names and indexes that a schema evaluates; undefined if it rejects the value. A plain reading of the specification. */
function evaluate(schema: JsonSchema, value: Json): ReadonlySet<string> | undefined {
  if (typeof schema === "boolean") return schema ? new Set() : undefined;
  const found = new Set<string>();
  const applied: JsonSchema[] = [...schemas(schema["allOf"])];
  const fits = (part: Json | undefined, one: Json): boolean => evaluate(part as JsonSchema, one) !== undefined;
  for (const keyword of ["anyOf", "oneOf"]) {
    if (schema[keyword] === undefined) continue;
    const fitting = schemas(schema[keyword]).filter((branch) => fits(branch, value));
    if (fitting.length === 0 || (keyword === "oneOf" && fitting.length > 1)) return undefined;
    applied.push(...fitting);
  }
  if (schema["if"] !== undefined) {
    const holds = fits(schema["if"], value);
    if (holds) applied.push(schema["if"] as JsonSchema);
    applied.push((schema[holds ? "then" : "else"] ?? true) as JsonSchema);
  }
  if (schema["not"] !== undefined && fits(schema["not"], value)) return undefined;
  if (typeof schema["type"] === "string" && typeName(value) !== schema["type"]) return undefined;
  if (schema["const"] !== undefined && schema["const"] !== value) return undefined;
  if (Array.isArray(value) && value.length > Number(schema["maxItems"] ?? Infinity)) return undefined;
  const isList = Array.isArray(value);
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [name, dependent] of Object.entries((isList ? {} : (schema["dependentSchemas"] ?? {})) as JsonObject))
    if (parts.some(([one]) => one === name)) applied.push(dependent as JsonSchema);
  for (const part of applied) {
    const evaluated = evaluate(part, value);
    if (!evaluated) return undefined;
    for (const name of evaluated) found.add(name);
  }
  const own = new Set<string>();
  for (const [name, part] of parts) {
    const named = isList
      ? [schemas(schema["prefixItems"])[Number(name)]]
      : [
          (schema["properties"] as JsonObject | undefined)?.[name],
          name.startsWith("b") ? (schema["patternProperties"] as JsonObject | undefined)?.["^b"] : undefined,
        ];
    const direct = named.filter((one) => one !== undefined);
    const rest = schema[isList ? "items" : "additionalProperties"];
    const described = direct.length === 0 && rest !== undefined ? [rest] : direct;
    if (!described.every((one) => fits(one, part))) return undefined;
    if (described.length > 0) own.add(name);
  }
  if (isList && schema["contains"] !== undefined) {
    const matching = parts.filter(([, part]) => fits(schema["contains"], part));
    if (matching.length < Number(schema["minContains"] ?? 1)) return undefined;
    for (const [name] of matching) own.add(name);
  }
  for (const name of own) found.add(name);
  const unevaluated = schema[isList ? "unevaluatedItems" : "unevaluatedProperties"];
  if (unevaluated === undefined) return found;
  const left = parts.filter(([name]) => !found.has(name));
  return left.every(([, part]) => fits(unevaluated, part)) ? new Set(parts.map(([name]) => name)) : undefined;
}

function typeName(value: Json): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "integer" : typeof value;
}
