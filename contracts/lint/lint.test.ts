import type { Json, JsonObject } from "../model/json.ts";
import { readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { planted, wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { Problem } from "../model/contract.ts";
import { lintContract, lintContracts } from "./lint.ts";
import { lintRules } from "./rules/index.ts";
import { loadContracts } from "../loading/load-contracts.ts";
import { loadContract } from "../loading/load.ts";
import { acceptorOf } from "../schema/validator.ts";

const scratch = createScratch();

describe("lintContract()", () => {
  it("reports nothing for a valid document of 3.0 or 3.1, in one file or several", async () => {
    const files = ["clean.yaml", "pets-3.0.yaml", "pets-3.1.json", "shelter/openapi.yaml"];

    for (const file of files) expect(await lintContract(await loadContract(`fixtures/contracts/${file}`))).toEqual([]);
  });

  it("reports nothing for a valid document of 2.0, whose form requires no field", async () => {
    const caption = { name: "caption", in: "formData", type: "string" };
    const file = { name: "file", in: "formData", type: "file" };
    const forms = (consumes: string, parameters: Json[]): Json => ({
      consumes: [consumes],
      parameters,
      responses: { 204: { description: "Kept." } },
    });
    const paths = {
      "/photos": { post: forms("multipart/form-data", [caption, file]) },
      "/captions": { put: forms("application/x-www-form-urlencoded", [caption]) },
      "/titles": { put: forms("application/x-www-form-urlencoded", [{ ...caption, required: true }]) },
    };
    const document = { swagger: "2.0", info: { title: "Photos", version: "1" }, paths };

    expect(await lintContract(await loadContract(scratch.write({ "photos.json": document })))).toEqual([]);
  });

  it.each(["query", "header", "formData"])("accepts each list format of OpenAPI 2.0 in %s", async (place) => {
    const list = { in: place, type: "array", items: { type: "integer" } };
    const parameters = ["csv", "ssv", "tsv", "pipes"].map((collectionFormat) => ({
      name: collectionFormat,
      ...list,
      collectionFormat,
    }));
    const headers = { "X-Ids": { type: "array", items: { type: "integer" }, collectionFormat: "pipes" } };
    const post = { parameters, responses: { 200: { description: "Teas.", headers } } };
    const document = { swagger: "2.0", info: { title: "Teas", version: "1" }, paths: { "/teas": { post } } };

    expect(await lintContract(await loadContract(scratch.write({ "teas.json": document })))).toEqual([]);
  });

  it.each<[string, string, Json | undefined, string, string]>([
    [
      "an unknown property",
      "/paths/~1pets/get/anser",
      1,
      "invalid-document",
      '"get" must not have the property "anser"',
    ],
    ["a part that is missing", "/info/title", undefined, "invalid-document", '"info" must have the property "title"'],
    [
      "a response without a description",
      "/paths/~1pets/get/responses/200/description",
      undefined,
      "invalid-document",
      '"200" must have the property "description"',
    ],
    [
      "a parameter without a schema",
      "/paths/~1pets/get/parameters/1/schema",
      undefined,
      "invalid-document",
      '"1" must have the property "schema" or have the property "content"',
    ],
    [
      "a version of the API that is a number",
      "/info/version",
      1,
      "misformed-note",
      'Cannot use "version": 1 is not a text',
    ],
    ["an unknown version", "/openapi", "3.1.99", "invalid-document", 'the validator does not know version "3.1.99"'],
    [
      "an unknown parameter location",
      "/paths/~1pets/get/parameters/0/in",
      "file",
      "invalid-parameter",
      "path, query, header or cookie",
    ],
    [
      "a wrong keyword",
      "/components/schemas/Pet/type",
      "objekt",
      "invalid-keyword",
      '"objekt" is not a value it can have',
    ],
    [
      "a $ref to nothing",
      "/paths/~1pets/get/responses/200/content/application~1json/schema/items/$ref",
      "#/x",
      "unresolved-ref",
      '"#/x": there is no such component',
    ],
    [
      "an operation without a marker",
      "/paths/~1pets/get/x-spec",
      undefined,
      "uncovered-marker",
      "No marker covers this operation",
    ],
    [
      "an unused component without a marker",
      "/components/schemas/Unused/x-assumed",
      undefined,
      "uncovered-marker",
      "No marker covers this schema",
    ],
    [
      "an invalid example",
      "/paths/~1pets/get/responses/200/content/application~1json/example/0/name",
      1,
      "example-invalid",
      'Example "default" is not valid against its schema: expected a string, got 1',
    ],
    [
      "an invalid named example",
      "/components/examples/Ada/value/0/size",
      "xl",
      "example-invalid",
      'Example "ada" is not valid against its schema: expected one of "s", "m", got "xl"',
    ],
    [
      "an invalid example of a parameter",
      "/paths/~1pets/get/parameters/0/example",
      "many",
      "example-invalid",
      "expected an integer",
    ],
    [
      "an invalid example of a header",
      "/paths/~1pets/get/responses/200/headers/X-Total/example",
      "many",
      "example-invalid",
      "expected an integer",
    ],
    [
      "an example of a schema that is invalid in both directions",
      "/components/schemas/Pet/properties/size/examples/0",
      "xl",
      "example-invalid",
      'Example "0"',
    ],
    [
      "an invalid example of a webhook",
      "/webhooks/told/post/requestBody/content/application~1json/example/id",
      undefined,
      "example-invalid",
      'expected the property "id", got nothing',
    ],
    ["half of an unquoted sentence", "/components/schemas/Pet/and what it likes", null, "member-empty", "has no value"],
    [
      "an assumption without a reason",
      "/components/schemas/Pet/x-assumed",
      "?",
      "assumption-unexplained",
      "Give the reason",
    ],
    ["a section that is none", "/paths/~1pets/get/x-spec", 4.1, "section-malformed", "x-spec is 4.1"],
    [
      "a body without an example",
      "/paths/~1pets/put/requestBody/content/application~1json/example",
      undefined,
      "example-missing",
      "no example",
    ],
    [
      "an operation without an operationId",
      "/paths/~1pets/get/operationId",
      undefined,
      "operation-unnamed",
      "no operationId",
    ],
    [
      "an operationId without a noun",
      "/paths/~1pets/get/operationId",
      "list",
      "operation-unnamed",
      '"list" is not a verb',
    ],
    ["an operation without a summary", "/paths/~1pets/get/summary", undefined, "summary-missing", "no summary"],
    ["a webhook without a summary", "/webhooks/told/post/summary", " ", "summary-missing", "no summary"],
    ["a tag that is not declared", "/paths/~1pets/get/tags/0", "Dogs", "tag-undeclared", '"Dogs" is not declared'],
    ["an operation without a tag", "/paths/~1pets/get/tags", [], "tag-undeclared", "no tag"],
    ["a tag without a description", "/tags/0/description", undefined, "tag-undeclared", '"Pets" has no description'],
    ["an API that is not described", "/info/description", undefined, "api-undescribed", "not described"],
    ["an API without a host", "/servers", [{ url: "/v1" }], "api-undescribed", "No server"],
    ["an invalid date", "/paths/~1pets/put/x-published", "2024-02-30", "lifecycle-malformed", "x-published is neither"],
    ["a day that does not exist", "/paths/~1pets/put/x-sunset", "2027-02-31", "lifecycle-malformed", "not YYYY-MM-DD"],
    [
      "a sunset less than 12 months after the deprecation",
      "/paths/~1pets/put/x-sunset",
      "2027-01-30",
      "sunset-too-soon",
      "12 months after",
    ],
    [
      "a sunset less than 24 months after the publication",
      "/paths/~1pets/put/x-published",
      "2025-02-01",
      "sunset-too-soon",
      "24 months after the publication of 2025-02-01",
    ],
    [
      "a sunset of an operation that is not deprecated",
      "/paths/~1pets/get/x-sunset",
      "2030-01-30",
      "lifecycle-malformed",
      "has no effect",
    ],
    [
      "a deprecation without a reason",
      "/paths/~1pets/put/x-deprecated/reason",
      undefined,
      "deprecation-unexplained",
      "add x-deprecated with a date and a reason",
    ],
    ["a removed operation without methods", "/x-removed/~1dogs/methods", ["GRAB"], "removed-operation-present", "List"],
    ["an operation without a token", "/paths/~1pets/put/x-public", undefined, "public-unexplained", "x-public"],
    ["a mark without an enum", "/components/schemas/Unused/x-closed", true, "enum-mark-misplaced", "x-closed"],
    [
      "an assumed value that the enum does not list",
      "/components/schemas/Pet/properties/size/x-assumed-values/0",
      "xl",
      "enum-mark-misplaced",
      "x-assumed-values",
    ],
    ["a malformed x-state", "/paths/~1pets/get/x-state", "lists", "invalid-state", 'x-state is "lists"'],
    ["an x-state with text after the path", "/paths/~1pets/get/x-state", "list /pets now", "invalid-state", "must be"],
    ["a state with an unknown member", "/paths/~1pets/get/x-state", { of: "/pets" }, "invalid-state", "idParameter"],
    [
      "an x-state outside of an operation",
      "/paths/~1pets/x-state",
      "list",
      "state-unfounded",
      "move it to an operation",
    ],
    [
      "a collection without other operations",
      "/paths/~1pets/get/x-state",
      "list /dogs",
      "state-unfounded",
      'No other operation works on the collection "/dogs"',
    ],
    [
      "an id parameter that does not exist",
      "/paths/~1pets/put/x-state",
      { kind: "update", idParameter: "pet_id" },
      "state-unfounded",
      'no parameter "pet_id"',
    ],
    [
      "a list that is not in the request body",
      "/paths/~1pets/put/x-state",
      { kind: "create", each: "pets" },
      "state-unfounded",
      '"pets" does not exist in the request body',
    ],
    [
      "items that are not in the response",
      "/paths/~1pets/get/x-state",
      { itemsProperty: "pets" },
      "state-unfounded",
      "pets",
    ],
    [
      "items that are not at the end of their property path",
      "/paths/~1pets/get/x-state",
      { itemsProperty: "page.pets" },
      "state-unfounded",
      '"page.pets" does not exist in the response',
    ],
  ])("reports %s", async (_, pointer, value, code, message) => {
    const file = scratch.write({ "openapi.json": planted(pointer, value) });
    const problems = await lintContract(await loadContract(file), { periods: { notice: 12, support: 24 } });

    expect(problems.map(wordOf)).toEqual([expect.stringContaining(`${code}: `)]);
    expect(wordOf(problems[0] as Problem)).toContain(message);
    expect(problems[0]?.at).toMatchObject({ file, line: expect.any(Number) as number });
    expect(isNear(pointer, (problems[0] as Problem).at.pointer)).toBe(true);
  });

  it("finds no date too soon without the periods of a provider", async () => {
    const file = scratch.write({ "openapi.json": planted("/paths/~1pets/put/x-sunset", "2027-01-30") });

    expect(await lintContract(await loadContract(file))).toEqual([]);
  });

  it("reports a response whose schema accepts no value", async () => {
    const schema = { allOf: [{ type: "string", minLength: 5 }, { maxLength: 3 }] };
    const found = (value: Json) => {
      const responses = { "200": { description: "OK", content: { "application/json": { schema: value } } } };
      const document = {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: { "/a": { get: { responses } } },
      };
      return loadContract(scratch.write({ "openapi.json": document })).then((contract) => lintContract(contract));
    };

    expect(await found({ allOf: [{ type: "string", minLength: 2 }, { maxLength: 3 }] })).toEqual([]);
    expect(await found(schema)).toMatchObject([
      {
        code: "response-impossible",
        message: "Found no value that is valid against the schema of the response with status 200",
        at: { pointer: "/paths/~1a/get/responses/200/content/application~1json/schema" },
      },
    ]);
  });

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
      const judged = acceptorOf(contract, pointers[0] as string, "request");
      judged({ k7: 7 });

      expect(found.map(({ at }) => at.pointer)).toEqual(isReported ? pointers : []);
      expect(judged.unchecked !== undefined).toBe(isReported);
    });
  });

  it("reports a removed operation that is still present", async () => {
    const file = scratch.write({
      "openapi.json": planted("/x-removed", { "/pets": { "x-spec": "2", methods: ["PUT"] } }),
    });

    expect((await lintContract(await loadContract(file))).map(wordOf)).toEqual([
      "removed-operation-present: PUT /pets is listed in x-removed, but is still in paths",
    ]);
  });

  it("reports operations without a date of publication, and only the document if none has one", async () => {
    const some = planted("/x-published", undefined);
    const none = planted("/paths/~1pets/put/x-published", undefined, some);
    const found = async (document: Json): Promise<(readonly [string, string])[]> =>
      (await lintContract(await loadContract(scratch.write({ "openapi.json": document })))).map(
        ({ code, at }) => [code, at.pointer] as const,
      );

    expect(await found(some)).toEqual([["publication-undated", "/paths/~1pets/get"]]);
    expect(await found(none)).toEqual([["publication-undated", ""]]);
  });

  it("reports a part of a GraphQL schema without a marker", async () => {
    const sdl = '"x-spec: 1"\ntype Query {\n  "x-spec: 1"\n  pet: String\n  dog: String\n}\n';
    const contract = await loadContract(
      scratch.write({ "schema.graphql": `"x-spec: 1"\nschema { query: Query }\n${sdl}` }),
    );

    expect((await lintContract(contract)).map(({ code, at }) => [code, at.pointer, at.line])).toEqual([
      ["graphql-unmarked", "/types/Query/fields/dog", 7],
    ]);
  });

  it("skips the rules for marked documents in a document without markers", async () => {
    const bare = readFileSync("fixtures/contracts/pets-3.1.json", "utf8");

    expect(bare).not.toMatch(/x-spec|x-assumed|x-published/);
    expect(await lintContract(await loadContract("fixtures/contracts/pets-3.1.json"))).toEqual([]);
  });

  it("reports the location of the document's present file", async () => {
    const contract = await loadContract(scratch.write({ "openapi.json": planted("/info/version", "2") }));
    const moved = scratch.write({ "openapi.json": planted("/info/title", undefined) });

    expect(await lintContract(contract)).toEqual([]);
    expect(await lintContract(contract, { file: moved })).toMatchObject([
      { code: "invalid-document", at: { file: moved } },
    ]);
  });
});

describe("lintContracts()", () => {
  it("reports definitions that two documents share", async () => {
    const other = planted("/info/title", "Cats");
    const folder = dirname(scratch.write({ "a.json": planted("/info/title", "Pets"), "b.json": other }));
    const problems = await lintContracts(await loadContracts([folder]));

    expect(new Set(problems.map(wordOf))).toEqual(
      new Set(
        ["Cats", "Pets"].flatMap((title) => [
          `api-undescribed: "${title}" has the same host`,
          `operation-id-shared: operationId "listPets" is also used by "${title}"`,
          `operation-id-shared: operationId "putPet" is also used by "${title}"`,
          `path-shared: "${title}" also has the operation GET /pets`,
          `path-shared: "${title}" also has the operation PUT /pets`,
        ]),
      ),
    );
  });

  it("names each rule after its file, and each has a failing case above", () => {
    const files = readdirSync("contracts/lint/rules").filter((name) => name !== "index.ts");
    const tests = readFileSync("contracts/lint/lint.test.ts", "utf8");

    expect(lintRules.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
    expect(lintRules.filter(({ id }) => !tests.includes(`"${id}"`) && !tests.includes(`${id}: `))).toEqual([]);
  });
});

/** Checks that a problem is reported at the planted fault, above it, or beside it. */
function isNear(place: string, reported: string): boolean {
  return place.startsWith(reported) || place.startsWith(reported.slice(0, reported.lastIndexOf("/") + 1));
}
