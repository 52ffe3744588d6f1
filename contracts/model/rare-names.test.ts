import { describe, expect, it } from "vitest";
import { rareNamesIn } from "./rare-names.ts";

describe("rareNamesIn()", () => {
  it("finds the names of all extensions and discriminators and what names a schema, wherever they stand, and no others", () => {
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
