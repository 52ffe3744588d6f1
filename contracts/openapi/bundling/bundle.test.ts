import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { operationAnswering, createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Location,
  loadContract,
  locate,
  resolveTarget,
} from "../../index.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { visitTree } from "../../schema/document-tree.ts";
import { validatorOf } from "../../schema/validator.ts";

const scratch = createScratch();

describe("bundle() with several files", () => {
  const file = "fixtures/contracts/shelter/openapi.yaml";

  it("returns one document without problems", async () => {
    const contract = await loadContract(file);

    expect(contract.problems).toEqual([]);
    expect(unresolvedReferencesIn(contract.document)).toEqual([]);
    expect(contract.operations.map(({ name }) => name)).toEqual(["GET /pets", "POST /pets", "GET /pets/{id}"]);
    expect(Object.keys((contract.document["components"] as JsonObject)["schemas"] as JsonObject)).toEqual([
      "Kennel",
      "Pet",
      "Cat",
      "Dog",
      "Kennel_2",
      "Problem",
    ]);
  });

  it("keeps the source file and line of every part", async () => {
    expect(wrongLocationsIn(await loadContract(file))).toEqual([]);
  });

  it("has a location check that detects a wrong file, pointer or line", async () => {
    const contract = await loadContract(file);
    const parts = Object.entries(contract.origins.parts);
    const withWrongOrigins = (change: (part: string, index: number) => string): Contract => ({
      ...contract,
      origins: {
        ...contract.origins,
        parts: Object.fromEntries(parts.map(([at, part], n) => [at, { ...part, pointer: change(part.pointer, n) }])),
      },
    });

    expect(
      wrongLocationsIn(withWrongOrigins((pointer, n) => (n === 0 ? `${pointer}/elsewhere` : pointer))),
    ).not.toEqual([]);
    expect(wrongLocationsIn(contract, (at) => ({ ...at, line: at.line + 1 }))).not.toEqual([]);
    expect(wrongLocationsIn(contract, (at) => ({ ...at, file }))).not.toEqual([]);
  });

  it("renames a component from another file if its name is taken", async () => {
    const contract = await loadContract(file);
    const accepts = (name: string, value: Json): boolean =>
      validatorOf(contract, `/components/schemas/${name}`, "request")(value).length === 0;

    expect(accepts("Kennel", "north")).toBe(true);
    expect(accepts("Kennel_2", { places: 3 })).toBe(true);
    expect(accepts("Kennel_2", "north")).toBe(false);
  });
});

describe("bundle() with a $ref", () => {
  const text = { type: "string", title: "Text" };

  it.each<[string, JsonObject, JsonObject]>([
    ["to a whole file", { $ref: "other.json" }, { "other.json": text }],
    ["to a part of a file", { $ref: "other.json#/a~1b/%7Bc%7D" }, { "other.json": { "a/b": { "{c}": text } } }],
    ["to a part of its own document", { $ref: "#/components/schemas/Text" }, {}],
    ["to its own document by name", { $ref: "openapi.json#/components/schemas/Text" }, {}],
    ["to a part that is no component", { $ref: "#/definitions/Text" }, {}],
    ["to an extension", { $ref: "#/components/x-schemas/Text" }, {}],
    [
      "through several files",
      { $ref: "a.json" },
      { "a.json": { $ref: "b.json#/x" }, "b.json": { x: { $ref: "c.json" } }, "c.json": text },
    ],
    ["back into the first file", { $ref: "a.json" }, { "a.json": { $ref: "openapi.json#/components/schemas/Text" } }],
  ])("resolves it %s", async (_, schema, files) => {
    const document = documentOf({
      paths: { "/a": { get: operationAnswering(schema) } },
      components: { schemas: { Text: text }, "x-schemas": { Text: text } },
      definitions: { Text: text },
    });
    const contract = await loadContract(scratch.write({ "openapi.json": document, ...files }));
    let value = contract.operations[0]?.responses[0]?.content[0]?.schema?.value;
    while (isObject(value) && typeof value["$ref"] === "string") value = resolveTarget(contract, value["$ref"]);

    expect(contract.problems).toEqual([]);
    expect(unresolvedReferencesIn(contract.document)).toEqual([]);
    expect(value).toEqual(text);
  });

  it("resolves it for every kind of part", async () => {
    const contract = await loadContract(
      scratch.write({
        "openapi.json": documentOf({
          paths: { "/a/{id}": { $ref: "parts.json#/item" } },
          webhooks: { told: { $ref: "parts.json#/item" } },
          security: [{ key: [] }],
          components: { securitySchemes: { key: { $ref: "parts.json#/key" } } },
        }),
        "parts.json": {
          item: { parameters: [{ $ref: "#/id" }], get: { $ref: "#/operation" } },
          id: { name: "id", in: "path", required: true, schema: { $ref: "#/text" } },
          operation: {
            requestBody: { $ref: "#/body" },
            responses: { "200": { $ref: "#/answer" } },
            callbacks: { later: { $ref: "#/callback" } },
          },
          body: { content: { "application/json": { $ref: "#/media" } } },
          media: { schema: { $ref: "#/text" }, examples: { short: { $ref: "#/short" } } },
          short: { value: "a" },
          text: { type: "string" },
          answer: {
            description: "Fine.",
            headers: { "X-Count": { $ref: "#/count" } },
            links: { next: { $ref: "#/next" } },
            content: { "text/plain": { schema: true } },
          },
          count: { schema: { type: "integer" } },
          next: { operationId: "getItem" },
          callback: { "{$request.body#/url}": { $ref: "#/item" } },
          key: { type: "apiKey", in: "header", name: "X-Key" },
        },
      }),
    );

    expect(contract.problems).toMatchObject([{ code: "unused-path-parameter" }]);
    expect(unresolvedReferencesIn(contract.document)).toEqual([]);
    expect(contract.operations).toMatchObject([
      {
        name: "GET /a/{id}",
        parameters: [{ name: "id" }],
        body: { content: [{ mediaType: "application/json", examples: { short: "a" } }] },
        responses: [{ description: "Fine.", headers: [{ name: "x-count" }] }],
        security: [[{ name: "key", in: "header", parameter: "X-Key" }]],
      },
    ]);
    expect(contract.webhooks).toMatchObject([{ name: "told", responses: [{ description: "Fine." }] }]);
  });

  it("resolves it in place of a map", async () => {
    const contract = await loadContract(
      scratch.write({
        "openapi.json": documentOf({
          paths: { $ref: "paths/index.json" },
          components: { schemas: { $ref: "schemas.json#/all" } },
        }),
        "paths/index.json": {
          "/a": { $ref: "a.json" },
          "/b": { get: operationAnswering({ $ref: "../schemas.json#/all/Text" }) },
          "x-note": "not a path",
        },
        "paths/a.json": { get: operationAnswering({ $ref: "../openapi.json#/components/schemas/Text" }) },
        "schemas.json": { all: { Text: { type: "string", properties: { $ref: { type: "string" } } } } },
      }),
    );

    expect(contract.problems).toEqual([]);
    expect(contract.operations.map(({ name }) => name)).toEqual(["GET /a", "GET /b"]);
    expect(unresolvedReferencesIn(contract.document)).toEqual([]);
  });

  it("resolves it in info, servers and tags", async () => {
    const contract = await loadContract(
      scratch.write({
        "openapi.json": documentOf({
          info: { $ref: "info.json" },
          tags: [{ $ref: "tags.json#/pets" }, { $ref: "no.json" }],
        }),
        "info.json": { title: { $ref: "texts/all.json#/title" }, version: "3" },
        "texts/all.json": { title: "Shelter" },
        "tags.json": { pets: { name: "pets" } },
      }),
    );

    expect(contract).toMatchObject({ title: "Shelter", version: "3", document: { tags: [{ name: "pets" }, {}] } });
    expect(contract.problems).toMatchObject([{ code: "unresolved-ref" }]);
  });

  it("reports an unresolved reference, and keeps its siblings", async () => {
    const { problems, document } = await scratch.load({
      paths: { $ref: "#/nowhere" },
      components: {
        schemas: {
          Missing: { $ref: "#/components/schemas/Nothing", "x-spec": "1", maxLength: 3 },
          Anchor: { $ref: "#anchor" },
          Text: { $ref: "#/info/title" },
        },
        responses: { List: { $ref: "#/tags" } },
      },
      tags: [],
    });

    expect(problems.map(({ message, at }) => `${at.pointer}: ${message}`)).toEqual([
      '/paths: Cannot resolve "#/nowhere": there is no such component',
      '/components/schemas/Missing: Cannot resolve "#/components/schemas/Nothing": there is no such component',
      '/components/schemas/Anchor: Cannot resolve "#anchor": there is no such anchor',
      '/components/schemas/Text: Cannot resolve "#/info/title": what is there is not a schema',
      '/components/responses/List: Cannot resolve "#/tags": what is there is not a response',
    ]);
    expect(document["components"]).toMatchObject({ schemas: { Missing: { "x-spec": "1", maxLength: 3 }, Text: {} } });
  });

  it("ignores it as a property name and in examples", async () => {
    const contract = await scratch.load({
      paths: { "/a": { get: operationAnswering({ $ref: "#/components/schemas/Link" }) } },
      components: {
        schemas: {
          Link: {
            type: "object",
            required: ["$ref"],
            properties: { $ref: { type: "string" } },
            examples: [{ $ref: "nowhere.json" }],
          },
        },
      },
    });
    const validate = validatorOf(contract, "/components/schemas/Link", "response");

    expect(contract.problems).toEqual([]);
    expect(validate({ $ref: "anything" })).toEqual([]);
    expect(validate({ $ref: 1 })).toMatchObject([{ pointer: "/$ref" }]);
    expect(validate({})).toMatchObject([{ keyword: "required" }]);
  });
});

describe("bundle() with a discriminator", () => {
  it("maps the original names of schemas that get other names in the bundle", async () => {
    const contract = await loadContract(
      scratch.write({
        "openapi.json": documentOf({ components: { schemas: { Cat: true, Pet: { $ref: "pet.json#/Pet" } } } }),
        "pet.json": {
          Pet: {
            oneOf: [{ $ref: "#/Cat" }, { $ref: "#/Dog" }, { $ref: "fish tank.json" }],
            discriminator: { propertyName: "kind", mapping: { hound: "#/Dog", Cat: "Cat" } },
          },
          Cat: { properties: { lives: { type: "integer" } } },
          Dog: { properties: { tricks: { type: "integer" } } },
        },
        "fish tank.json": { properties: { fins: { type: "integer" } } },
      }),
    );
    const validate = validatorOf(contract, "/components/schemas/Pet", "request");

    expect(contract.problems).toEqual([]);
    expect(valueAt(contract.document, "/components/schemas/Pet_2/discriminator/mapping")).toEqual({
      hound: "#/components/schemas/Dog",
      Cat: "#/components/schemas/Cat_2",
      "fish tank": "#/components/schemas/fish_tank",
    });
    expect(validate({ kind: "Cat", lives: 9 })).toEqual([]);
    expect(validate({ kind: "hound", lives: 9 })).toEqual([]);
    expect(validate({ kind: "fish tank", fins: "x" })).not.toEqual([]);
    expect(validate({ kind: "Cat_2" })).not.toEqual([]);
  });

  it("maps no value to a branch without a name", async () => {
    const Fish = { properties: { fins: { type: "integer" } } };
    const Pet = {
      oneOf: [{ $ref: "#/components/schemas/Shop/oneOf/0" }, { $ref: "#/components/schemas/Cat" }],
      discriminator: { propertyName: "kind" },
    };
    const contract = await loadContract(
      scratch.write({
        "openapi.json": documentOf({ components: { schemas: { Shop: { oneOf: [Fish] }, Cat: true, Pet } } }),
      }),
    );

    expect(valueAt(contract.document, "/components/schemas/Pet/discriminator/mapping")).toEqual({
      Cat: "#/components/schemas/Cat",
    });
  });

  it("resolves bare component names of derived schemas", async () => {
    const Pet = { discriminator: { propertyName: "kind", mapping: { cat: "Cat", bird: "Bird" } } };
    const Cat = { allOf: [{ $ref: "#/components/schemas/Pet" }] };
    const contract = await loadContract(
      scratch.write({ "openapi.json": documentOf({ components: { schemas: { Pet, Cat } } }) }),
    );

    expect(contract.problems).toEqual([]);
    expect(valueAt(contract.document, "/components/schemas/Pet/discriminator/mapping")).toEqual({
      cat: "#/components/schemas/Cat",
      bird: "Bird",
    });
  });
});

/** Returns the references that are not local or cannot be resolved. */
function unresolvedReferencesIn(document: JsonObject): string[] {
  const unresolved: string[] = [];
  visitTree(document, "document", ({ $ref }, _, pointer) => {
    if (typeof $ref === "string" && valueAt(document, decodeURIComponent($ref.slice(1))) === undefined)
      unresolved.push(pointer);
  });
  return unresolved;
}

/** Returns the described nodes whose location is wrong: the value and line in the file must be theirs. */
function wrongLocationsIn(contract: Contract, change = (at: Location): Location => at): string[] {
  const wrongLocations: string[] = [];
  visitTree(contract.document, "document", ({ description }, _, pointer) => {
    if (typeof description !== "string") return;
    const at = change(locate(contract, join(pointer, "description")));
    const text = readFileSync(at.file, "utf8");
    const line = text.split("\n")[at.line - 1] ?? "";
    if (valueAt(parse(text) as Json, at.pointer) !== description || !line.includes(description))
      wrongLocations.push(pointer);
  });
  return wrongLocations;
}
