import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../contracts/index.ts";
import { changesBetween } from "../../../test/support/compat/documents.ts";

function messages(base: JsonSchema, revision: JsonSchema, named: readonly JsonSchema[] = []): readonly string[] {
  const [one, other] = [base, revision].map((schema, side) => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } },
    },
    components: { schemas: { A: named[side] ?? true } },
  }));
  return changesBetween(one as never, other as never).map(({ message }) => message);
}

describe("facetRule()", () => {
  it("reports the effect of another keyword on an unchanged one", () => {
    const list: JsonSchema = { type: "array", contains: { $ref: "#/components/schemas/A" } };

    expect(messages(list, list, [{ type: "string" }, { type: "string", maxLength: 2 }])).toEqual([
      'The target of "contains" {"$ref":"#/components/schemas/A"} of the body changed',
    ]);
  });

  it.each([
    ["exclusiveMinimum", "minimum", '"minimum" 0 of the body became inclusive: 0 itself is allowed now'],
    ["minimum", "exclusiveMinimum", '"minimum" 0 of the body became exclusive: 0 itself is no longer allowed'],
    ["exclusiveMaximum", "maximum", '"maximum" 0 of the body became inclusive: 0 itself is allowed now'],
    ["maximum", "exclusiveMaximum", '"maximum" 0 of the body became exclusive: 0 itself is no longer allowed'],
  ])("reports if an unchanged number is now inside or outside the limit: %s, %s", (before, after, message) => {
    for (const type of ["number", "integer"])
      expect(messages({ type, [before]: 0 }, { type, [after]: 0 })).toEqual([message]);
  });

  it("reports changed consequences of an unchanged condition", () => {
    const needing = (name: string): JsonSchema => ({
      type: "object",
      if: { required: ["k"] },
      then: { required: [name] },
    });

    expect(messages(needing("a"), needing("b"))).toEqual([
      '"if" of the body changed from {"if":{"required":["k"]},"then":{"required":["a"]}} to {"if":{"required":["k"]},"then":{"required":["b"]}}',
    ]);
  });
});
