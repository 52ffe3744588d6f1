import { describe, expect, it } from "vitest";
import { rareNamesIn } from "./rare-names.ts";

describe("rareNamesIn()", () => {
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

    expect([...rareNamesIn(document)].toSorted()).toEqual([
      "$id",
      "discriminator",
      "x-in-example",
      "x-inside",
      "x-named",
      "x-top",
    ]);
    expect(rareNamesIn({ openapi: "3.1.0" }).size).toBe(0);
  });
});
