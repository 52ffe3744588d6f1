import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { type Contract, type Json, type JsonObject, loadContract, resolveTarget } from "../../index.ts";
import { someObject } from "../../model/shapes.ts";
import { validatorOf } from "../../schema/validator.ts";

const scratch = createScratch();

const text = { type: "string", title: "Text" };

/** Returns the resolved schema of a document's only response, and the references that cannot be resolved. */
async function resolvedResponseSchema(
  schema: Json,
  schemas: JsonObject,
  files: JsonObject = {},
): Promise<[Json | undefined, string[]]> {
  const document = documentOf({ paths: { "/a": { get: operationAnswering(schema) } }, components: { schemas } });
  const contract = await loadContract(scratch.write({ "openapi.json": document, ...files }));
  return [responseSchemaOf(contract), contract.problems.map(({ message }) => message)];
}

function responseSchemaOf(contract: Contract): Json | undefined {
  let value: Json | undefined = contract.operations[0]?.responses[0]?.content[0]?.schema?.value;
  for (let hops = 0; hops < 9 && typeof (value as JsonObject)["$ref"] === "string"; hops++)
    value = resolveTarget(contract, (value as JsonObject)["$ref"] as string);
  return value;
}

describe("collectNamedSchemas()", () => {
  const pet = { $id: "https://example.com/schemas/pet", ...text };
  const nested = {
    $id: "https://example.com/schemas/pet",
    $ref: "#/$defs/inner",
    $defs: { inner: text, tag: { $anchor: "tag", $ref: "#/$defs/inner" } },
  };

  it.each<[string, Json, JsonObject, JsonObject?]>([
    ["an anchor", { $ref: "#text" }, { T: { $anchor: "text", ...text } }],
    ["an anchor deep inside", { $ref: "#text" }, { T: { items: { not: { $anchor: "text", ...text } } } }],
    ["an anchor by the name of the file", { $ref: "openapi.json#text" }, { T: { $anchor: "text", ...text } }],
    [
      "an anchor of another file",
      { $ref: "parts/all.json#text" },
      {},
      { "parts/all.json": { $defs: { T: { $anchor: "text", ...text } } } },
    ],
    ["an $id", { $ref: "https://example.com/schemas/pet" }, { T: pet }],
    ["an $id with an empty fragment", { $ref: "https://example.com/schemas/pet#" }, { T: pet }],
    ["an $id that is no URL of the web", { $ref: "urn:example:pet" }, { T: { ...pet, $id: "urn:example:pet" } }],
    ["a relative $id", { $ref: "./schemas/x/../pet" }, { T: { ...pet, $id: "schemas/pet" } }],
    ["an $id with nested names", { $ref: "https://example.com/schemas/pet" }, { T: nested }],
    ["an anchor below an $id", { $ref: "https://example.com/schemas/pet#tag" }, { T: nested }],
    ["a pointer below an $id", { $ref: "https://example.com/schemas/pet#/$defs/inner" }, { T: nested }],
    [
      "an $id relative to the parent's $id",
      { $ref: "https://example.com/schemas/pet" },
      {
        T: { $id: "https://example.com/schemas/pet", $ref: "text" },
        U: { $id: "https://example.com/schemas/text", ...text },
      },
    ],
    [
      "a schema that a bundler embedded",
      { $ref: "#/components/schemas/T" },
      {
        T: {
          $id: "https://example.com/schemas/pet",
          $ref: "/schemas/other#it",
          $defs: {
            "https://example.com/schemas/other": {
              $id: "https://example.com/schemas/other",
              $defs: { it: { $anchor: "it", $ref: "#/$defs/text" }, text },
            },
          },
        },
      },
    ],
    [
      "an $id in another file",
      { $ref: "https://example.com/schemas/pet" },
      { Unused: { $ref: "pet.json" } },
      { "pet.json": pet },
    ],
    ["the only dynamic anchor of its name", { $dynamicRef: "#text" }, { T: { $dynamicAnchor: "text", ...text } }],
    [
      "a component, from below an $id",
      { $ref: "#/components/schemas/T" },
      { T: { $id: "t", $ref: "#/components/schemas/U" }, U: text },
    ],
    [
      "one of two equal schemas with the same $id",
      { $ref: "pet" },
      { T: { ...pet, $id: "pet" }, U: { ...pet, $id: "pet" } },
    ],
  ])("resolves %s", async (_, schema, schemas, files) => {
    const [resolved, problems] = await resolvedResponseSchema(schema, schemas, files);

    expect(problems).toEqual([]);
    expect(resolved).toEqual(text);
  });

  it.each<[string, string, JsonObject]>([
    ["an unknown anchor", "#gone", { T: { $anchor: "text", ...text } }],
    ["an anchor below a nested $id", "#tag", { T: nested }],
    ["an unknown $id", "https://example.com/schemas/dog", { T: pet }],
    ["an $id of two different schemas", "https://example.com/schemas/pet", { T: pet, U: { ...pet, type: "integer" } }],
    ["an $id in an example", "https://example.com/a", { T: { ...text, examples: [{ $id: "https://example.com/a" }] } }],
    ["an $id with a fragment", "#old", { T: { $id: "#old", ...text } }],
    ["a property named like a keyword", "Text", { T: { properties: { $id: { const: "Text" } } } }],
  ])("does not resolve %s", async (_, reference, schemas) => {
    const [, problems] = await resolvedResponseSchema({ $ref: reference }, schemas);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(`Cannot resolve "${reference}": `);
  });

  it("resolves equal references relative to the $id around them", async () => {
    const namedSchema = (type: string): JsonObject => ({
      $id: type,
      $ref: "#own",
      $defs: { own: { $anchor: "own", type } },
    });
    const contract = await scratch.load({
      components: { schemas: { Text: namedSchema("string"), Count: namedSchema("integer") } },
    });
    const fits = (name: string, value: Json): boolean =>
      validatorOf(contract, `/components/schemas/${name}`, "request")(value).length === 0;

    expect(contract.problems).toEqual([]);
    expect([fits("Text", "a"), fits("Text", 1), fits("Count", "a"), fits("Count", 1)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("converts all references to pointers and removes the names", async () => {
    const contract = await scratch.load({
      components: {
        schemas: { T: nested, U: { properties: { $id: { $ref: "https://example.com/schemas/pet#tag" } } } },
      },
    });

    expect(someObject(contract.document, ({ $id, $anchor }) => typeof ($id ?? $anchor) === "string")).toBe(false);
    expect(contract.document["components"]).toMatchObject({
      schemas: {
        T: { $ref: "#/components/schemas/T/$defs/inner" },
        U: { properties: { $id: { $ref: "#/components/schemas/T/$defs/tag" } } },
      },
    });
  });

  it("resolves names in the mapping of a discriminator", async () => {
    const contract = await scratch.load({
      components: {
        schemas: {
          Pet: {
            oneOf: [{ $ref: "#cat" }, { $ref: "https://example.com/dog" }],
            discriminator: { propertyName: "kind", mapping: { cat: "#cat" } },
          },
          Cat: { $anchor: "cat", type: "object" },
          Dog: { $id: "https://example.com/dog", type: "object" },
        },
      },
    });

    expect(contract.problems).toEqual([]);
    expect(contract.document["components"]).toMatchObject({
      schemas: { Pet: { discriminator: { mapping: { cat: "#/components/schemas/Cat" } } } },
    });
  });

  it("keeps $dynamicRef if several schemas have the anchor", async () => {
    const node = { $dynamicAnchor: "node", type: "object" };
    const schema = { properties: { next: { $dynamicRef: "#node" } } };
    const contract = await scratch.load({
      components: { schemas: { A: { $id: "a", ...node }, B: { $id: "b", ...node }, schema } },
    });

    expect(contract.document["components"]).toMatchObject({
      schemas: { A: { $dynamicAnchor: "node" }, B: { $dynamicAnchor: "node" }, schema },
    });
  });
});
