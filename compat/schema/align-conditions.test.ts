import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { checkCompat } from "../index.ts";

const text = { type: "string" };
const whole = { type: "integer" };

/** Document whose request or response has a schema. */
function contractOf(schema: JsonObject, isResponse = false) {
  const content = { "application/json": { schema } };
  const post = isResponse
    ? { responses: { "200": { description: "Fine", content } } }
    : { requestBody: { required: true, content }, responses: { "204": { description: "Done" } } };
  return compileInMemory({ paths: { "/orders": { post } } });
}

function changesOf(base: JsonObject, revision: JsonObject, isResponse = false): string[] {
  return checkCompat([contractOf(base, isResponse)], [contractOf(revision, isResponse)]).changes.map(
    ({ verdict, rule }) => `${verdict} ${rule}`,
  );
}

function verdictsOf(base: JsonObject, revision: JsonObject): Set<string | undefined> {
  return new Set(changesOf(base, revision).map((change) => change.split(" ")[0]));
}

/** Object with a kind, and the schemas that apply to it. */
function conditional(...allOf: readonly JsonObject[]): JsonObject {
  return { type: "object", properties: { kind: { enum: ["a", "b"] } }, required: ["kind"], allOf };
}

function when(kind: JsonObject, then: JsonObject, others: JsonObject = {}): JsonObject {
  return { if: { properties: { kind } }, then, ...others };
}

function valueOf(value: JsonObject): JsonObject {
  return { properties: { value } };
}

function branch(kind: JsonObject, value: JsonObject, others: JsonObject = {}): JsonObject {
  return { type: "object", properties: { kind, value }, required: ["kind"], ...others };
}

const a = { const: "a" };
const b = { const: "b" };
const union = { oneOf: [branch(a, text), branch(b, whole)] };

describe("conditions on the value of a required member", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["one for each value", conditional(when(a, valueOf(text)), when(b, valueOf(whole))), union],
    ["with else", conditional(when(a, valueOf(text), { else: valueOf(whole) })), union],
    ["of the schema itself", { ...conditional(), ...when(b, valueOf(whole), { else: valueOf(text) }) }, union],
    [
      "with a type and required",
      conditional({ ...when(a, valueOf(text), { else: valueOf(whole) }), if: branch(a, {}) }),
      union,
    ],
    ["by an enum", conditional(when({ enum: ["a"] }, valueOf(text), { else: valueOf(whole) })), union],
    ["for anyOf", conditional(when(a, valueOf(text)), when(b, valueOf(whole))), { anyOf: union.oneOf }],
    [
      "with required members",
      conditional(when(a, { ...valueOf(text), required: ["value"] }), when(b, valueOf(whole))),
      { oneOf: [branch(a, text, { required: ["kind", "value"] }), branch(b, whole)] },
    ],
  ])("equal a union of the values: %s", (_, base, revision) => {
    // The schema of the value in the condition above is not a test of one member.
    const written = JSON.parse(JSON.stringify(base).replace(/,"value":\{\}/g, "")) as JsonObject;

    expect(changesOf(written, revision)).toEqual([]);
    expect(changesOf(revision, written)).toEqual([]);
    expect(changesOf(written, revision, true)).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      "another type",
      conditional(when(a, valueOf(text)), when(b, valueOf(whole))),
      { oneOf: [branch(a, text), branch(b, text)] },
    ],
    ["values in the wrong branches", conditional(when(a, valueOf(whole)), when(b, valueOf(text))), union],
    [
      "a value without a branch",
      conditional(when(a, valueOf(text))),
      { anyOf: [branch(a, text), branch(a, text, { minProperties: 2 })] },
    ],
    [
      "a required member",
      conditional(when(a, valueOf(text)), when(b, valueOf(whole))),
      { oneOf: [branch(a, text, { required: ["kind", "value"] }), branch(b, whole)] },
    ],
  ])("break with a union that refuses more: %s", (_, base, revision) => {
    expect(verdictsOf(base, revision)).toContain("breaking");
  });

  it.each<[string, JsonObject]>([
    ["an optional member", { ...conditional(when(a, valueOf(text)), when(b, valueOf(whole))), required: [] }],
    [
      "a member with further values",
      { ...conditional(when(a, valueOf(text)), when(b, valueOf(whole))), properties: {} },
    ],
  ])("are not split: %s", (_, base) => {
    expect([...verdictsOf(base, union)].some((verdict) => verdict !== "non-breaking")).toBe(true);
  });
});
