import { expect, it } from "vitest";
import { type Schema, loadContract } from "../../contracts/index.ts";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { findSchemaBasis, basisOfRequired } from "./schema-basis.ts";

const scratch = createScratch();

it("takes the basis from the subschemas that describe a location or require a property", async () => {
  const schema = {
    "x-spec": "4.1",
    allOf: [
      { properties: { a: {}, b: {} }, required: ["b"] },
      { "x-assumed": "Not shown", properties: { c: {}, b: {} }, required: ["a", "b"] },
    ],
  };
  const document = documentOf({ paths: { "/pets": { get: { ...operationAnswering(schema), "x-spec": "4" } } } });
  const contract = await loadContract(scratch.write({ "parts.json": document }));
  const media = contract.operations[0]?.responses[0]?.content[0]?.schema as Schema;

  expect(["/a", "/b", "/c"].map((pointer) => findSchemaBasis(contract, media, pointer))).toEqual([
    "stated",
    "assumed",
    "assumed",
  ]);
  expect(["a", "b", "c"].map((name) => basisOfRequired(contract, media, "", name))).toEqual([
    "assumed",
    "stated",
    "assumed",
  ]);
});

it("uses the nearest marker, and the weakest basis if several subschemas describe a location", async () => {
  const assumed = { "x-assumed": "Not shown" };
  const schema = {
    "x-spec": "4.1",
    properties: {
      name: { type: "string" },
      kind: { type: "string", ...assumed },
      items: { ...assumed, items: { properties: { own: { "x-spec": "4.2" }, "a/b": {} } } },
      both: { allOf: [{ $ref: "#/components/schemas/Named" }, { ...assumed }] },
      named: { $ref: "#/components/schemas/Named" },
    },
  };
  const document = documentOf({
    paths: { "/pets": { get: { ...operationAnswering(schema), "x-spec": "4" } } },
    components: { schemas: { Named: { "x-spec": "4.3", properties: { a: {} } } } },
  });
  const contract = await loadContract(scratch.write({ "pets.json": document }));
  const [response] = contract.operations[0]?.responses ?? [];
  const media = response?.content[0]?.schema as Schema;

  const basisOf = (pointer: string): string => findSchemaBasis(contract, media, pointer);
  expect(
    ["", "/name", "/kind", "/items/0", "/items/0/own", "/items/7/a~1b", "/both", "/named/a", "/none"].map(basisOf),
  ).toEqual(["stated", "stated", "assumed", "assumed", "stated", "assumed", "assumed", "stated", "stated"]);
});
