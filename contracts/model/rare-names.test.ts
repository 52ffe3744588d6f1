import { describe, expect, it } from "vitest";
import { findRareNames } from "./rare-names.ts";

describe("findRareNames()", () => {
  it("finds extensions, discriminators and schema identifiers at any depth, and nothing else", () => {
    const document = {
      "x-top": 1,
      paths: { "/a": { get: { parameters: [{ "x-inside": null, name: "x-value" }], responses: {} } } },
      components: {
        schemas: {
          "x-named": { example: { deep: [[{ "x-in-example": {}, $id: "a", $ref: "#a" }]] }, discriminator: {} },
        },
      },
    };

    expect([...findRareNames(document)].toSorted()).toEqual([
      "$id",
      "discriminator",
      "x-in-example",
      "x-inside",
      "x-named",
      "x-top",
    ]);
    expect(findRareNames({ openapi: "3.1.0" }).size).toBe(0);
  });
});
