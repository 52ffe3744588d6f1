import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { checkCompat } from "../../index.ts";
import { defaultProfile } from "../../profile/default-profile.ts";

const places: Readonly<Record<string, (values: JsonObject) => JsonObject>> = {
  value: (values) => ({ type: "string", ...values }),
  item: (values) => ({ type: "array", items: { type: "string", ...values } }),
  "member of a map": (values) => ({ type: "object", additionalProperties: { type: "string", ...values } }),
  "name in a map": (values) => ({ type: "object", propertyNames: values, additionalProperties: { type: "string" } }),
};

/** Worst verdicts in a response, for closed and for open enums, and in a request. */
function verdictsOf(base: JsonObject, revision: JsonObject): readonly string[] {
  const contractOf = (schema: JsonObject, isRequest: boolean) => {
    const content = { "application/json": { schema } };
    const post = isRequest ? { requestBody: { content } } : { responses: { "200": { description: "Fine", content } } };
    return [compileInMemory({ paths: { "/a": { post: { responses: {}, ...post } } } })];
  };
  return (
    [
      [false, "closed"],
      [false, "open"],
      [true, "closed"],
    ] as const
  ).map(([isRequest, enums]) => {
    const both = [contractOf(base, isRequest), contractOf(revision, isRequest)] as const;
    return checkCompat(...both, { profile: { ...defaultProfile, enums } }).verdict;
  });
}

describe("a list of all values that a schema accepts", () => {
  const array = (contains: JsonObject): JsonObject => ({ type: "array", contains });

  it.each<[JsonObject, JsonObject]>([
    [{ type: "string", pattern: "^[ab]$" }, { enum: ["a", "b"] }],
    [{ type: "integer", minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
    [{ type: "integer", exclusiveMinimum: 0, maximum: 2.5 }, { enum: [2, 1] }],
    [{ type: ["integer", "null"], minimum: 1, maximum: 1 }, { enum: [1, null] }],
    [{ propertyNames: { pattern: "^[ab]$" } }, { propertyNames: { enum: ["a", "b"] } }],
    [array({ type: "integer", minimum: 1, maximum: 2 }), array({ enum: [1, 2] })],
  ])("is no change: %j, %j", (base, revision) => {
    expect(verdictsOf(base, revision)).toEqual(["non-breaking", "non-breaking", "non-breaking"]);
    expect(verdictsOf(revision, base)).toEqual(["non-breaking", "non-breaking", "non-breaking"]);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ type: "integer", minimum: 1, maximum: 4 }, { enum: [1, 2, 3] }],
    [{ type: "integer", minimum: 1 }, { enum: [1, 2, 3] }],
    [{ type: "number", minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }],
    [{ type: ["integer", "null"], minimum: 1, maximum: 1 }, { enum: [1] }],
    [{ propertyNames: { pattern: "^[abc]$" } }, { propertyNames: { enum: ["a", "b"] } }],
  ])("is not a list of some: %j, %j", (base, revision) => {
    expect(verdictsOf(base, revision)[2]).toBe("breaking");
  });
});

describe("a list of values has the same verdict wherever it is", () => {
  const cases: readonly [JsonObject, JsonObject, readonly string[]][] = [
    [{ enum: ["a"] }, { enum: ["a", "b"] }, ["dangerous", "non-breaking", "non-breaking"]],
    [{ enum: ["a", "b"] }, { enum: ["a"] }, ["non-breaking", "non-breaking", "breaking"]],
    [{ enum: ["a", "b"] }, { enum: ["a", "c"] }, ["breaking", "breaking", "breaking"]],
    [{ const: "a" }, { enum: ["a", "b"] }, ["breaking", "breaking", "non-breaking"]],
    [{ enum: ["a"], "x-closed": true }, { enum: ["a", "b"] }, ["breaking", "breaking", "non-breaking"]],
    [
      { enum: ["a"], "x-extensible-enum": true },
      { enum: ["a", "b"] },
      ["non-breaking", "non-breaking", "non-breaking"],
    ],
    [
      { enum: ["a"], description: "New values may be added." },
      { enum: ["a", "b"] },
      ["non-breaking", "non-breaking", "non-breaking"],
    ],
    [{ enum: ["a"] }, { pattern: "^a" }, ["dangerous", "dangerous", "non-breaking"]],
  ];
  const rows = Object.keys(places).flatMap((place) => cases.map((one) => [place, ...one] as const));

  it.each(rows)("%s: %j to %j", (place, base, revision, expected) => {
    const schemaOf = places[place] as (values: JsonObject) => JsonObject;

    expect(verdictsOf(schemaOf(base), schemaOf(revision))).toEqual(expected);
  });
});
