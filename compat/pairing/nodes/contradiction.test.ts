import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, type JsonType, acceptedByAll } from "../../../contracts/index.ts";
import { compileInMemory, contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { checkCompat } from "../../index.ts";
import { isContradictory } from "./contradiction.ts";

const bound = fc.integer({ min: 0, max: 3 });
const limits: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: bound, maxLength: bound }),
  fc.record({ type: fc.constant("array"), minItems: bound, maxItems: bound }),
  fc.record({ type: fc.constant("object"), minProperties: bound, maxProperties: bound }),
  fc.record({ type: fc.constantFrom("integer", "number"), exclusiveMinimum: bound, maximum: bound }),
  fc.record({ type: fc.constantFrom("integer", ["integer", "null"]), minimum: bound, exclusiveMaximum: bound }),
);

const values: readonly Json[] = [
  [null],
  ["", "a", "ab", "abc"],
  [[], [1], [1, 2], [1, 2, 3]],
  [{}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }],
  [0, 0.5, 1, 1.5, 2, 2.5, 3],
].flat();

function requestOf(schema: JsonObject) {
  const requestBody = { content: { "application/json": { schema: { properties: { it: schema } } } } };
  return [compileInMemory({ paths: { "/a": { post: { requestBody, responses: { "204": { description: "" } } } } } })];
}

describe("isContradictory()", () => {
  it("is true for contradicting limits only", () => {
    fc.assert(
      fc.property(limits, (schema) => {
        const contract = contractOfSchema(schema);
        const isTaken = values.some((value) => acceptedByAll(contract, [schema], "request", value) === true);
        const { type, ...keywords } = schema;
        const all = (keyword: string) => (keyword in keywords ? [{ value: keywords[keyword] as Json, at: "" }] : []);

        expect(isContradictory({ types: [type].flat() as JsonType[], all })).toBe(!isTaken);
      }),
    );
  });

  it("makes a narrowed limit non-breaking if no value was valid before", () => {
    const crossed = { type: "string", minLength: 5, maxLength: 2 };
    const [narrowed] = checkCompat(requestOf(crossed), requestOf({ ...crossed, maxLength: 1 })).changes;
    const [plain] = checkCompat(
      requestOf({ ...crossed, minLength: 1 }),
      requestOf({ ...crossed, minLength: 1, maxLength: 1 }),
    ).changes;

    expect(narrowed).toMatchObject({
      rule: "max-length-decreased",
      verdict: "dangerous",
      note: expect.stringContaining("contradict each other") as string,
    });
    expect(plain).toMatchObject({ rule: "max-length-decreased", verdict: "breaking" });
  });
});
