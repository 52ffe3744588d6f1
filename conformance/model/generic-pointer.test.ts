import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch, documentOf, operationAnswering } from "../../test/support/contracts/scratch.ts";
import { genericPointer, toGenericPointer } from "./generic-pointer.ts";

const scratch = createScratch();

it("genericPointer() replaces array indices with *", () => {
  expect(["/items/0/name", "/0", "/a1/2b", ""].map(genericPointer)).toEqual(["/items/*/name", "/*", "/a1/2b", ""]);
});

it("genericPointerIn() replaces map keys with * and keeps the property names of schemas", async () => {
  const labels = {
    type: "object",
    additionalProperties: { type: "object", required: ["a/b"], properties: { of: {} } },
  };
  const document = documentOf({ paths: { "/pets": { get: operationAnswering({ properties: { labels } }) } } });
  const contract = await loadContract(scratch.write({ "pets.json": document }));

  expect(
    ["/labels/x7f/of", "/labels/other/of", "/labels/x/a~1b", "/3"].map((each) => toGenericPointer(contract, each)),
  ).toEqual(["/labels/*/of", "/labels/*/of", "/labels/*/a~1b", "/*"]);
});
