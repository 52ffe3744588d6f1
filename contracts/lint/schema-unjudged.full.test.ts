import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/json.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { lintContract } from "./lint.ts";
import { getAcceptor } from "../schema/validator.ts";

const scratch = createScratch();

describe("schema-unjudged", () => {
  const branches = (from: number, count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) => ({
      type: "object",
      required: [`k${from + index}`],
      properties: { [`k${from + index}`]: { const: from + index } },
    }));
  const many = branches(0, 2500);
  const groups = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`G${index}`, { oneOf: branches(index * 50, 50) }]),
  );
  const references = Object.keys(groups).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const nested = [{ oneOf: many }, { anyOf: [{ type: "string" }] }];

  it.each<[string, JsonObject, boolean]>([
    ["a choice", { oneOf: many }, true],
    ["a member", { type: "object", properties: { a: { anyOf: many } } }, true],
    ["a union of unions", { oneOf: nested }, true],
    ["a sum", { allOf: many }, false],
    ["members", { type: "object", properties: Object.fromEntries(many.entries()) }, false],
    ["the groups that it advises", { oneOf: references }, false],
    ["a hundred branches", { oneOf: branches(0, 100) }, false],
  ])("reports what the validator cannot compile: %s", async (_, schema, isReported) => {
    const content = { "application/json": { schema } };
    const contract = await scratch.load({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/a": { post: { requestBody: { content }, responses: { "200": { description: "Done", content } } } } },
      components: { schemas: groups },
    });
    const found = (await lintContract(contract)).filter(({ code }) => code === "schema-unjudged");
    const pointers = ["requestBody", "responses/200"].map(
      (part) => `/paths/~1a/post/${part}/content/application~1json/schema`,
    );
    const judged = getAcceptor(contract, pointers[0] as string, "request");
    judged({ k7: 7 });

    expect(found.map(({ at }) => at.pointer)).toEqual(isReported ? pointers : []);
    expect(judged.unchecked !== undefined).toBe(isReported);
  });
});
