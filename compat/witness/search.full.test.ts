import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonSchema, type MatchBudget, getAcceptor, limitMatches } from "../../contracts/index.ts";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { findWitness } from "./search.ts";

const pointer = "/components/schemas/S";

function search(base: JsonSchema, revision: JsonSchema, polarity: "in" | "out" = "in", within?: JsonSchema) {
  const [one, other] = [base, revision].map((schema) => ({
    contract: contractOfSchema(schema as Json),
    schemas: [{ $ref: `#${pointer}` }],
  }));
  const sides = { base: one as NonNullable<typeof one>, revision: other as NonNullable<typeof other> };
  return { sides, found: findWitness(sides, polarity, { within }) };
}

const bound = fc.integer({ min: 0, max: 5 });
const schemas: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: bound, maxLength: bound }, { requiredKeys: ["type"] }),
  fc.record(
    { type: fc.constant("integer"), minimum: bound, maximum: bound, multipleOf: fc.constantFrom(1, 2, 3) },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constant("array"),
      items: fc.constantFrom<JsonSchema>({ type: "integer" }, { enum: ["a", "b"] }),
      contains: fc.constantFrom<JsonSchema>({ const: 1 }, { type: "string" }),
      minContains: bound,
      maxContains: bound,
      uniqueItems: fc.boolean(),
      maxItems: bound,
    },
    { requiredKeys: ["type", "items"] },
  ),
  fc.record(
    {
      type: fc.constant("object"),
      properties: fc.constant({ a: { type: "string" }, b: { type: "integer" } }),
      required: fc.subarray(["a", "b"]),
      additionalProperties: fc.boolean(),
      propertyNames: fc.constantFrom<JsonSchema>({ pattern: "^a" }, { maxLength: 2 }),
      patternProperties: fc.constant({ "^x": { type: "integer" } }),
      dependentRequired: fc.constant({ a: ["b"] }),
      if: fc.constant({ required: ["a"] }),
      then: fc.constant({ required: ["b"] }),
      not: fc.constant({ required: ["b"] }),
    },
    { requiredKeys: ["type"] },
  ),
) as fc.Arbitrary<JsonSchema>;

describe("findWitness()", () => {
  it("reports whether the search was complete", () => {
    const [short, long] = [3, 30_000].map((minLength) => ({ type: "string", minLength }) as const);

    expect(short && search(short, short).found).toBe("none");
    expect(long && search(long, long).found).toBe("unfinished");
  });

  it("finds only values that one validator accepts and the other refuses", () => {
    let found = 0;
    fc.assert(
      fc.property(schemas, schemas, fc.constantFrom("in" as const, "out" as const), (base, revision, polarity) => {
        const { sides, found: result } = search(base, revision, polarity);
        if (typeof result === "string") return;
        found += 1;
        const direction = polarity === "in" ? "request" : "response";
        const [accepting, refusing] = polarity === "in" ? [sides.base, sides.revision] : [sides.revision, sides.base];
        expect(getAcceptor(accepting.contract, pointer, direction)(result.value)).toBe(true);
        expect(getAcceptor(refusing.contract, pointer, direction)(result.value)).toBe(false);
      }),
      { seed: 7, numRuns: 150 },
    );

    expect(found).toBeGreaterThan(50);
  });

  it("finds no value between a schema and itself", () => {
    fc.assert(
      fc.property(schemas, (schema) => typeof search(schema, schema).found === "string"),
      { seed: 7, numRuns: 40 },
    );
  });

  it.each<[string, JsonSchema, JsonSchema, JsonSchema?]>([
    ["fewer of what a list contains", contained(1, 9), contained(3, 9)],
    ["more of what a list contains", contained(1, 9), contained(1, 2)],
    ["names", object({}), object({ propertyNames: { pattern: "^[b-z]" } })],
    [
      "names of patterns",
      object({}),
      object({ patternProperties: { "^x-": { type: "integer" } } }),
      { required: ["x-a"] },
    ],
    ["what follows a member", object({}), object({ dependentSchemas: { a: { required: ["b"] } } })],
    ["conditions", object({}), object({ if: { required: ["a"] }, then: { required: ["b"] } })],
    ["what is ruled out", { type: "integer" }, { type: "integer", not: { const: 7 } }],
    ["what is left over", object({}), object({ unevaluatedProperties: false })],
    [
      "items that are left over",
      { type: "array", prefixItems: [true] },
      { type: "array", prefixItems: [true], unevaluatedItems: false },
    ],
    ["a pattern", { type: "string", pattern: "^[a-z]{2,6}$" }, { type: "string", pattern: "^[a-z]{2,5}$" }],
  ])("finds a value that is refused because of %s", (_, base, revision, within) => {
    expect(search(base, revision, "in", within).found).toHaveProperty("value");
  });

  it.each([5, 6, 10, 30])("finds a value for one more requirement in %d conditions", (count) => {
    const constants = Array.from({ length: count + 1 }, (_, index) => `c${index}`);
    const asking = (more: readonly string[]): JsonSchema => ({
      type: "object",
      required: ["k"],
      properties: { k: { type: "string", enum: constants } },
      allOf: constants.slice(1).map((kind) => ({
        if: { properties: { k: { const: kind } } },
        then: { required: [`of-${kind}`, ...(kind === constants[count] ? more : [])] },
      })),
    });
    const within = { anyOf: [{ properties: { k: { const: constants[count] as string } } }] };

    expect(search(asking([]), asking(["g"]), "in", within).found).toHaveProperty("value.k", constants[count]);
  });

  it("finds a text that is longer than a pattern allows, for any bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom("[a-z]", "[0-9-]", ".", "\\w"), (most, one) => {
        const pair = search(ofPattern(`^${one}*$`), ofPattern(`^${one}{0,${most}}$`));
        expect(pair.found).toHaveProperty("value.length");
      }),
      { seed: 7, numRuns: 15 },
    );
  });

  it("finds the alternative that was removed from a pattern", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 2, maxLength: 4 });
    const alternatives = fc.uniqueArray(word, { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(alternatives, fc.nat(), fc.constantFrom("", "_[A-Za-z0-9]{24}", "-[x-z]{3}"), (all, index, tail) => {
        const fewer = all.toSpliced(index % all.length, 1);
        const pair = search(ofPattern(`^(${all.join("|")})${tail}$`), ofPattern(`^(${fewer.join("|")})${tail}$`));
        expect(pair.found).toHaveProperty("value", expect.stringContaining(all[index % all.length] as string));
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  it.each([
    ["^([0-9a-f]{4}:){7}[0-9a-f]{4}$|^\\d+(\\.\\d+){3}$", "^\\d+(\\.\\d+){3}$"],
    ["^[A-E]$", "^[A-D]$"],
  ])("finds a value that is refused when %s becomes %s", (base, revision) => {
    expect(search(ofPattern(base), ofPattern(revision)).found).toHaveProperty("value");
  });

  it("finds a text that a lookahead refuses, at any position", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 2, maxLength: 6 });
    const lookahead = fc.constantFrom("^(?!W)", "^(?!.*W)", "^(?!.*W$)", "^(?!(W)$)", "^(?!.*[a-z]W[a-z])");
    fc.assert(
      fc.property(word, lookahead, fc.constantFrom("+", "{8}"), (text, ahead, times) => {
        fc.pre(times === "+" || !ahead.includes(")$"));
        const pair = search(ofPattern(`^[a-z]${times}$`), ofPattern(`${ahead.replace("W", text)}[a-z]${times}$`));
        expect(pair.found).toHaveProperty("value", expect.stringContaining(text));
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  it.each<[string, JsonSchema, JsonSchema, Json]>([
    [
      "a line that ends",
      { type: "string" },
      ofPattern("^.*$"),
      expect.stringMatching(/^[\n\r\u2028\u2029]$/) as string,
    ],
    ["an address", ofPattern("^[^@]+@[^@]+$"), ofPattern("^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$"), "a@a"],
    [
      "a password",
      ofPattern("^(?=.*[A-Z])(?=.*\\d).{8,}$"),
      ofPattern("^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#]).{8,}$"),
      expect.stringMatching(/^[^!@#]{8,12}$/) as string,
    ],
  ])("proves a changed pattern by plain characters: %s", (_, base, revision, value) => {
    expect(search(base, revision).found).toEqual({ value });
  });

  it.each([
    ["^[a-z]+$", "^[a-z]{1,63}$"],
    ["^[a-z]{3,}$", "^[a-z]{3,60}$"],
    ["^[a-z0-9-]*$", "^[a-z0-9-]{0,63}$"],
    ["^[a-z.]*$", "^(?=.{0,40}$)[a-z.]*$"],
    ["^[a-z]+(\\.[a-z]+)*$", "^[a-z]{1,63}(\\.[a-z]{1,63})*$"],
    ["^(?!admin)[a-z]+$", "^(?!admin|root)[a-z]+$"],
    ["^(?!foo)", "^(?!foo|bar)"],
    ["^(?!666)\\d+$", "^(?!666|777)\\d+$"],
    ["^.+$", "^(?!javascript:).+$"],
    ["^[a-z]+$", "^(?!(admin|root|null)$)[a-z]+$"],
    ["^(?!admin$)", "^(?!admin)"],
    ["^[a-z][a-z-]*[a-z]$", "^[a-z](?!.*--)[a-z-]*[a-z]$"],
  ])("finds a value that is refused when %s becomes %s, and none for the reverse", (base, revision) => {
    expect(search(ofPattern(base), ofPattern(revision)).found).toHaveProperty("value");
    expect(search(ofPattern(revision), ofPattern(base)).found).toBe("none");
  });

  it("finds the one added word among many that a pattern refuses", () => {
    expect(search(ofPattern(`^(?!${words(60)})`), ofPattern(`^(?!${words(61)})`)).found).toEqual({
      value: "word60x",
    });
  });

  it.each<[string, object, object]>([
    ["uri", {}, { maxLength: 2048 }],
    ["uri", {}, { maxLength: 200 }],
    ["uri", {}, { maxLength: 50 }],
    ["uri", {}, { minLength: 12 }],
    ["uri", {}, { pattern: "^https:" }],
    ["uri", {}, { pattern: "^(?!javascript:)" }],
    ["uri-reference", {}, { maxLength: 2048 }],
    ["email", {}, { maxLength: 254 }],
    ["email", {}, { maxLength: 64 }],
    ["email", {}, { minLength: 8 }],
    ["email", { maxLength: 254 }, { maxLength: 100 }],
    ["hostname", {}, { maxLength: 63 }],
    ["hostname", {}, { maxLength: 200 }],
    ["duration", {}, { maxLength: 6 }],
    ["duration", {}, { maxLength: 20 }],
  ])(
    "finds a refused value of the format %s when %j becomes %j, and none for the reverse",
    (format, base, revision) => {
      const [one, other] = [base, revision].map((bounds) => ({ type: "string", format, ...bounds }) as JsonSchema);

      expect(search(one as JsonSchema, other as JsonSchema).found).toHaveProperty("value");
      expect(search(other as JsonSchema, one as JsonSchema).found).toBe("none");
    },
  );

  it.each<[string, JsonSchema, JsonSchema]>([
    [
      "a pattern that holds the other",
      { type: "string", pattern: "^\\w+$" },
      { type: "string", pattern: "^[\\w\\s]+$" },
    ],
    [
      "a shape that another takes in",
      { anyOf: [{ type: "integer" }, { type: "number" }] },
      { anyOf: [{ type: "number" }] },
    ],
    ["a bound that no listed value meets", { enum: ["a", "b"] }, { enum: ["a", "b"], maxLength: 9 }],
  ])("finds nothing for %s", (_, base, revision) => {
    expect(search(base, revision).found).toBe("none");
  });

  it("is unfinished if a pattern that only backtracking decides takes all steps", () => {
    const base = { type: "string", minLength: 12 };

    expect(search(base, { ...base, pattern: "^(a+)+\\1b$|" }, "in").found).toBe("unfinished");
  });

  it("is unfinished if the ways to satisfy nested unions take all steps", () => {
    const nested = (last: JsonSchema): JsonSchema =>
      Array.from({ length: 9 }, (_, level) => level).reduce<JsonSchema>(
        (inner, level) => ({
          anyOf: [{ not: inner }, { type: "object", required: [`p${level}`], properties: { [`p${level}`]: inner } }],
        }),
        last,
      );
    const spent: MatchBudget = { left: 2_000 };
    const run = () => search(nested({ type: "string" }), nested({ type: "string", title: "The same" }), "in").found;

    expect(limitMatches(run, spent)).toBe("unfinished");
    expect(spent.left).toBeLessThanOrEqual(0);
  });

  it.each<[string, JsonSchema, JsonSchema, JsonSchema?]>([
    ["no value matches the base", { type: "string", minLength: 5, maxLength: 2 }, { type: "string", maxLength: 1 }],
    [
      "the list would be too long",
      { type: "array" },
      { type: "array", maxItems: 4000 },
      { type: "array", minItems: 4001 },
    ],
  ])(
    "returns unknown if %s",
    (_, base, revision, within) => {
      expect(search(base, revision, "in", within).found).toBe("unknown");
    },
    60_000,
  );

  it("tries fewer values if each of them reaches another part of a large schema", () => {
    const lookedAt = (length: number): number => {
      const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
      const properties = Object.fromEntries(
        names.map((name) => [name, { if: { const: name.repeat(length) }, then: false }]),
      );
      const { sides } = search({ type: "object", properties, additionalProperties: false }, {});
      let count = 0;
      const travel = (): boolean => (count += 1) > 0;
      findWitness(sides, "in", { travel });
      return count;
    };

    expect(lookedAt(200)).toBeLessThan(lookedAt(1) / 2);
  });

  it("is deterministic", () => {
    const results = [1, 2].map(() => search(object({}), object({ propertyNames: { maxLength: 3 } })).found);

    expect(results[0]).toEqual(results[1]);
  });
});

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index}x`).join("|");
}

function ofPattern(pattern: string): JsonSchema {
  return { type: "string", pattern };
}

function contained(minContains: number, maxContains: number): JsonSchema {
  return { type: "array", items: { type: "string" }, contains: { minLength: 2 }, minContains, maxContains };
}

function object(more: object): JsonSchema {
  return { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, ...more } as JsonSchema;
}
