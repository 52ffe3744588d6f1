import { describe, expect, it } from "vitest";
import { type JsonObject, type JsonSchema, type MatchBudget, limitMatches } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import type { Change } from "../index.ts";

function changesOf(base: JsonSchema, revision: JsonSchema): readonly Change[] {
  const [fromBase, fromRevision] = [base, revision].map((schema) => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { "200": { description: "Done" } },
        },
      },
    },
  }));
  return changesBetween(fromBase as never, fromRevision as never);
}

describe("prove()", () => {
  it.each([
    ["^(a{1,100}){1,100}$", "^(a{1,99}){1,100}$"],
    ["^(a{1,100}){1,99}$", "^a{1,10000}$"],
  ])("is undecided if the patterns of all texts take too many steps: %s, then %s", (pattern, revised) => {
    const spent: MatchBudget = { left: 10_000_000_000 };
    const [change] = limitMatches(
      () => changesOf({ type: "string", pattern }, { type: "string", pattern: revised }),
      spent,
    );

    expect(10_000_000_000 - spent.left).toBeLessThan(20_000_000);
    expect(change).toMatchObject({ rule: "pattern-changed", verdict: "dangerous" });
    expect(change?.note).toMatch(/^Not decided/);
  });

  it("spends a limited number of steps on all changes of a comparison together", () => {
    const objectOf = (pattern: string): JsonSchema => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [`p${index}`, { type: "string", pattern: `${pattern}$` }]),
      ),
    });
    const spent: MatchBudget = { left: 10_000_000_000 };
    const changes = limitMatches(() => changesOf(objectOf("^(a{1,100}){1,100}"), objectOf("^(a{1,99}){1,100}")), spent);

    expect(10_000_000_000 - spent.left).toBeLessThan(31_000_000);
    expect(changes.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 6 }, () => "dangerous"));
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "contains",
      { type: "array", maxItems: 1, items: { enum: [1] } },
      { contains: { minimum: 1 } },
      { contains: { maximum: 1 } },
    ],
    ["multipleOf", { type: "integer", maximum: 1, minimum: -1 }, { multipleOf: 2 }, { multipleOf: 3 }],
    ["not", { type: "string", maxLength: 1 }, { not: { pattern: "^ab" } }, { not: { pattern: "^cd" } }],
    [
      "if",
      { type: "object", maxProperties: 0 },
      { if: { required: ["a"] }, then: { required: ["b"] }, else: { maxProperties: 1 } },
      { if: { required: ["c"] }, then: { required: ["d"] }, else: { maxProperties: 2 } },
    ],
    [
      "propertyNames",
      { type: "object", maxProperties: 0 },
      { propertyNames: { pattern: "^a" } },
      { propertyNames: { pattern: "^b" } },
    ],
    [
      "dependentSchemas",
      { type: "object", maxProperties: 1 },
      { dependentSchemas: { a: { minProperties: 1, maxProperties: 2 } } },
      { dependentSchemas: { a: { maxProperties: 3, propertyNames: { minLength: 1 } } } },
    ],
  ])("is not decided if no value shows a changed %s and nothing proves it harmless", (_, shared, before, after) => {
    const changes = changesOf({ ...shared, ...before }, { ...shared, ...after });

    expect(changes.map(({ verdict, note }) => [verdict, note?.slice(0, 11)])).toEqual([["dangerous", "Not decided"]]);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ["multipleOf", { type: "integer", multipleOf: 4 }, { type: "integer", multipleOf: 2 }],
    ["contains", { contains: { minimum: 2 } }, { contains: { minimum: 1 } }],
    ["propertyNames", { propertyNames: { maxLength: 2 } }, { propertyNames: { maxLength: 3 } }],
    ["not", { not: { minimum: 1 } }, { not: { minimum: 2 } }],
    [
      "if",
      { if: { required: ["a"] }, then: { required: ["b", "c"] } },
      { if: { required: ["a"] }, then: { required: ["b"] } },
    ],
  ])("decides that a wider %s is non-breaking", (_, before, after) => {
    expect(changesOf(before, after).map(({ verdict }) => verdict)).toEqual(["non-breaking"]);
  });

  it("finds no proof for a keyword that does not apply to the declared type", () => {
    const [change] = changesOf({ type: "integer" }, { type: "integer", maxLength: 10 });

    expect(change).toMatchObject({ verdict: "breaking", note: expect.stringMatching(/^No value/) as string });
    expect(change?.witness).toBeUndefined();
  });

  it.each([
    [{}, 0.01, 0.005],
    [{}, 1e-6, 5e-7],
    [{}, 5, 2.5],
    [{ type: "integer" }, 5, 2],
  ])("proves a multipleOf by a number that is clearly no multiple: %j, %d", (type, multipleOf, value) => {
    const number = { type: "number", ...type };
    const [change] = changesOf(number, { ...number, multipleOf });

    expect(change).toMatchObject({ rule: "multiple-of-tightened", verdict: "breaking", witness: { value } });
  });

  it.each([
    [{ pattern: "^[a-z]{2,4}_id$" }, /^[a-z]{2,4}_id$/],
    [{ maxLength: 3 }, /^.{1,3}$/u],
    [{ enum: ["en", "de"] }, /^(en|de)$/],
  ])("gives an additional member a name that propertyNames allows: %j", (propertyNames, name) => {
    const open = { type: "object", properties: { a: { type: "string" } }, propertyNames };
    const [closed] = changesOf(open, { ...open, additionalProperties: false });
    const map = { ...open, additionalProperties: { type: "string" } };
    const [shortened] = changesOf(map, { ...open, additionalProperties: { type: "string", maxLength: 5 } });

    expect(closed).toMatchObject({ rule: "additional-properties-closed", verdict: "breaking" });
    expect(Object.keys(closed?.witness?.value as object)).toEqual([expect.stringMatching(name)]);
    expect(Object.keys(shortened?.witness?.request?.body as object)).toEqual([expect.stringMatching(name)]);
  });

  it.each([
    ["int32", { maximum: 2_147_483_646 }, 2_147_483_647],
    ["int32", { minimum: -2_147_483_647 }, -2_147_483_648],
    ["int64", { minimum: -(2 ** 63) + 1024 }, -(2 ** 63)],
  ])("proves a limit by a number that the format %s contains: %j", (format, limit, value) => {
    const changes = changesOf({ type: "integer", format }, { type: "integer", format, ...limit });

    expect(changes.map(({ witness }) => witness?.value)).toEqual([value]);
  });

  it("uses no number outside of the format", () => {
    const limit = { maximum: 2 ** 63 - 1024 };
    const [change] = changesOf({ type: "integer", format: "int64" }, { type: "integer", format: "int64", ...limit });

    expect(change).toMatchObject({ rule: "maximum-decreased", verdict: "dangerous" });
    expect(change?.witness).toBeUndefined();
  });

  it.each([
    ["idn-email", "email", /^[^@]+@[^@]+\.[^@]+$/],
    ["iri", "uri", /^[a-z]+:.*ö/],
    ["iri-reference", "uri-reference", /^\S*ö/],
    ["idn-hostname", "hostname", /^[aö]/],
  ])("proves the change of %s to %s by a text in the former format", (before, after, text) => {
    const [change] = changesOf({ type: "string", format: before }, { type: "string", format: after });

    expect(change).toMatchObject({ rule: "format-added", verdict: "breaking" });
    expect(change?.witness?.value).toMatch(text);
  });

  it("proves a refusal of one shape without values that only two shapes together refuse", () => {
    const oneOf = [
      { type: "string", maxLength: 5 },
      { type: "string", minLength: 3 },
    ];
    const changes = changesOf({ type: "string" }, { oneOf });

    expect(changes.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ["union-overlap-refused", "breaking"],
      ["max-length-decreased", "dangerous"],
    ]);
  });

  it("compares multiples by their decimal text", () => {
    const listed = { type: "number", enum: [19.99, 4.35] };

    expect(changesOf(listed, { ...listed, multipleOf: 0.01 })).toEqual([]);
  });

  it.each([["a part"], ["the whole"]])("requires no read-only member of a request if %s requires it", (by) => {
    const pet = (id: JsonSchema, name: JsonSchema = { type: "string" }): JsonSchema => {
      const marked = { type: "object", properties: { id, name } };
      return by === "a part" ? { allOf: [marked, { required: ["id"] }] } : { required: ["id"], allOf: [marked] };
    };
    const id = { type: "string", readOnly: true };
    const [narrowed, another] = changesOf(pet(id), pet(id, { type: "string", maxLength: 1 }));
    const [opened] = changesOf(pet(id), pet({ type: "string" }));

    expect(another).toBeUndefined();
    expect(Object.keys(narrowed?.witness?.request?.body as object)).toEqual(["name"]);
    expect(opened).toMatchObject({
      rule: "request-property-became-required",
      witness: { shows: "refused", value: {}, request: { body: {} } },
    });
  });
});
