import type { Json } from "../model/json.ts";
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { planted, wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { Problem } from "../model/contract.ts";
import { lintContract } from "./lint.ts";
import { lintRules } from "./rules/index.ts";
import { loadContract } from "../loading/load.ts";

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
    ["an invalid date", "/paths/~1pets/put/x-published", "2024-02-30", "lifecycle-malformed", "x-published is neither"],
    ["a day that does not exist", "/paths/~1pets/put/x-sunset", "2027-02-31", "lifecycle-malformed", "not YYYY-MM-DD"],
    [
      "a sunset of an operation that is not deprecated",
      "/paths/~1pets/get/x-sunset",
      "2030-01-30",
      "lifecycle-malformed",
      "has no effect",
    ],
    ["a removed operation without methods", "/x-removed/~1dogs/methods", ["GRAB"], "removed-operation-present", "List"],
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
    const problems = await lintContract(await loadContract(file));

    expect(problems.map(wordOf)).toEqual([expect.stringContaining(`${code}: `)]);
    expect(wordOf(problems[0] as Problem)).toContain(message);
    expect(problems[0]?.at).toMatchObject({ file, line: expect.any(Number) as number });
    expect(isNear(pointer, (problems[0] as Problem).at.pointer)).toBe(true);
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

  it("reports a removed operation that is still present", async () => {
    const file = scratch.write({
      "openapi.json": planted("/x-removed", { "/pets": { "x-spec": "2", methods: ["PUT"] } }),
    });

    expect((await lintContract(await loadContract(file))).map(wordOf)).toEqual([
      "removed-operation-present: PUT /pets is listed in x-removed, but is still in paths",
    ]);
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

describe("lintRules", () => {
  it("names each rule after its file, and each has a failing case above", () => {
    const files = readdirSync("contracts/lint/rules").filter((name) => name !== "index.ts");
    const tests = ["lint.test.ts", "schema-unjudged.full.test.ts"]
      .map((file) => readFileSync(`contracts/lint/${file}`, "utf8"))
      .join("\n");

    expect(lintRules.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
    expect(lintRules.filter(({ id }) => !tests.includes(`"${id}"`) && !tests.includes(`${id}: `))).toEqual([]);
  });
});

/** Checks that a problem is reported at the planted fault, above it, or beside it. */
function isNear(place: string, reported: string): boolean {
  return place.startsWith(reported) || place.startsWith(reported.slice(0, reported.lastIndexOf("/") + 1));
}
