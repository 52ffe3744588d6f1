import { describe, expect, it } from "vitest";
import { createScratch, operationAccepting } from "../support/contracts/scratch.ts";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { fieldsAt, schemasIn } from "./fields.ts";

const scratch = createScratch();

describe("fieldsAt()", () => {
  it.each<[string, JsonObject, string, string[]]>([
    ["a member", { properties: { a: {} } }, "a", ["/properties/a"]],
    ["no member of another name", { properties: { a: {} } }, "b", []],
    ["a member of a member", { properties: { a: { properties: { b: {} } } } }, "a.b", ["/properties/a/properties/b"]],
    [
      "a member of what a list holds",
      { properties: { a: { items: { properties: { b: {} } } } } },
      "a[].b",
      ["/properties/a/items/properties/b"],
    ],
    ["what a bare list holds", { items: { properties: { a: {} } } }, "[].a", ["/items/properties/a"]],
    [
      "what a map holds",
      { additionalProperties: { properties: { a: {} } } },
      "*.a",
      ["/additionalProperties/properties/a"],
    ],
    [
      "the branches of a union, itself included",
      { properties: { a: { oneOf: [{}, { anyOf: [{}] }] } } },
      "a",
      ["/properties/a", "/properties/a/oneOf/0", "/properties/a/oneOf/1", "/properties/a/oneOf/1/anyOf/0"],
    ],
    [
      "a member of each part",
      { allOf: [{ properties: { a: {} } }, { properties: { a: {} } }] },
      "a",
      ["/allOf/0/properties/a", "/allOf/1/properties/a"],
    ],
  ])("finds %s", async (_, schema, field, expected) => {
    const contract = await contractOf(schema);

    expect(found(contract, field).map(({ pointer }) => pointer.split("/schema").at(-1))).toEqual(expected);
  });

  it("follows references, and uses the closest marker", async () => {
    const contract = await contractOf(
      { "x-assumed": "Not shown", properties: { a: { "x-spec": "1", $ref: "#/components/schemas/A" }, b: {} } },
      { A: { properties: { c: {}, d: { "x-assumed": "Not shown" } } } },
    );

    expect(
      ["a", "b", "a.c", "a.d"].map((field) => found(contract, field).map(({ standing }) => standing.basis)),
    ).toEqual([["stated", "stated"], ["assumed"], ["stated"], ["assumed"]]);
  });

  it("combines the required members of one part with the properties of another", async () => {
    const contract = await contractOf({ allOf: [{ properties: { a: {}, b: {} } }, { required: ["a"] }] });

    expect(["a", "b"].flatMap((field) => found(contract, field).map(({ isRequired }) => isRequired))).toEqual([
      true,
      false,
    ]);
  });
});

describe("schemasIn()", () => {
  it("finds each schema once, even in a circular reference", async () => {
    const contract = await contractOf(
      { properties: { a: { $ref: "#/components/schemas/A" }, b: { $ref: "#/components/schemas/A" } } },
      { A: { items: { $ref: "#/components/schemas/A" } } },
    );
    const content = contract.operations[0]?.body?.content ?? [];

    expect(schemasIn(contract, content).map(({ pointer }) => pointer.split("/schema").at(-1))).toEqual([
      "",
      "/properties/a",
      "s/A",
      "s/A/items",
      "/properties/b",
    ]);
  });
});

async function contractOf(schema: JsonObject, schemas: JsonObject = {}): Promise<Contract> {
  return scratch.load({ paths: { "/a": { put: operationAccepting(schema) } }, components: { schemas } });
}

function found(contract: Contract, field: string): ReturnType<typeof fieldsAt> {
  return fieldsAt(contract, contract.operations[0]?.body?.content, field);
}
