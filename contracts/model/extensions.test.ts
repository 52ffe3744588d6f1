import { describe, expect, it } from "vitest";
import { extensionsIn } from "./extensions.ts";

describe("extensionsIn()", () => {
  it("finds the names of all extensions, wherever they stand, and no others", () => {
    const document = {
      "x-top": 1,
      paths: { "/a": { get: { parameters: [{ "x-inside": null, name: "x-value" }], responses: {} } } },
      components: { schemas: { "x-named": { example: { deep: [[{ "x-in-example": {} }]] } } } },
    };

    expect([...extensionsIn(document)].toSorted()).toEqual(["x-in-example", "x-inside", "x-named", "x-top"]);
    expect(extensionsIn({ openapi: "3.1.0" }).size).toBe(0);
  });
});
