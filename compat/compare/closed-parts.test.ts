import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const [refA, refB] = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
const closedParts = { allOf: [refA, refB] };

/** A document whose request and response have a schema of two parts, each closed. */
function documentOf(
  partB: JsonObject,
  { whole = closedParts, isClosed = true }: { whole?: JsonObject; isClosed?: boolean } = {},
) {
  const closing = isClosed ? { additionalProperties: false } : {};
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S" } } };
  return compileInMemory({
    paths: { "/pets": { post: { requestBody: { content }, responses: { "200": { description: "Done", content } } } } },
    components: {
      schemas: {
        S: whole,
        A: { type: "object", properties: { a: text }, required: ["a"], ...closing },
        B: { type: "object", ...partB, ...closing },
      },
    },
  });
}

const base = { properties: { b: text }, required: ["b"] };
const longer = { properties: { b: text, c: text }, required: ["b"] };

describe("a comparison of parts that are closed each", () => {
  it.each<[string, JsonObject]>([
    ["an added member", longer],
    ["a member that becomes required", { ...longer, required: ["b", "c"] }],
    ["another type", { properties: { b: { type: "integer" } }, required: ["b"] }],
  ])("reads both documents by the whole: %s", (_, partB) => {
    const literal = { allOf: [refA, refB], unevaluatedProperties: false };
    const ids = (isLiteral: boolean): unknown => {
      const options = isLiteral ? { whole: literal, isClosed: false } : {};
      return checkOnPlatform([documentOf(base, options)], [documentOf(partB, options)]).changes.map((change) => [
        change.rule,
        change.verdict,
      ]);
    };

    expect(ids(false)).toEqual(ids(true));
    expect(ids(false)).not.toEqual([]);
  });

  it("finds the subtypes of a schema that is closed, as of one that is open", () => {
    const withSubtypes = (isClosed: boolean, size: JsonObject) => {
      const closing = isClosed ? { additionalProperties: false } : {};
      const pet = {
        type: "object",
        properties: { kind: text },
        required: ["kind"],
        discriminator: { propertyName: "kind" },
      };
      const cat = {
        allOf: [{ $ref: "#/components/schemas/Pet" }, { type: "object", properties: { size }, ...closing }],
      };
      const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
      return compileInMemory({
        paths: { "/pets": { post: { requestBody: { content }, responses: { "200": { description: "Done" } } } } },
        components: {
          schemas: { Pet: { ...pet, ...closing }, Cat: isClosed ? cat : { ...cat, unevaluatedProperties: false } },
        },
      });
    };
    const rules = (isClosed: boolean): unknown =>
      checkOnPlatform([withSubtypes(isClosed, text)], [withSubtypes(isClosed, { type: "integer" })]).changes.map(
        (change) => change.rule,
      );

    expect(rules(true)).toEqual(rules(false));
    expect(rules(true)).not.toEqual([]);
  });

  it("finds no change in the correct spelling, and notes the reading", () => {
    const correct = documentOf(base, { whole: { ...closedParts, unevaluatedProperties: false }, isClosed: false });
    const report = checkOnPlatform([documentOf(base)], [correct]);

    expect(report.changes).toEqual([]);
    expect(report.notes?.map(({ code }) => code)).toEqual(["closed-parts"]);
  });
});
