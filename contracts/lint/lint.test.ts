import type { Json } from "../model/json.ts";
import { readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { planted, wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { Problem } from "../model/contract.ts";
import { lintContract, lintContracts } from "./lint.ts";
import { lintRules } from "./rules/index.ts";
import { loadContract, loadContracts } from "../loading/load.ts";

const scratch = createScratch();

describe("lintContract()", () => {
  it("has nothing against a document in order, in 3.0 or 3.1, of one file or several", async () => {
    const files = ["clean.yaml", "pets-3.0.yaml", "pets-3.1.json", "shelter/openapi.yaml"];

    for (const file of files) expect(await lintContract(await loadContract(`fixtures/contracts/${file}`))).toEqual([]);
  });

  it.each<[string, string, Json | undefined, string, string]>([
    [
      "a part that OpenAPI does not know",
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
      "invalid-document",
      '"version" must be text, not a number',
    ],
    [
      "a version that is not known",
      "/openapi",
      "3.1.99",
      "invalid-document",
      'the validator does not know version "3.1.99"',
    ],
    [
      "an unknown place",
      "/paths/~1pets/get/parameters/0/in",
      "body",
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
      "a component without one that nobody uses",
      "/components/schemas/Unused/x-assumed",
      undefined,
      "uncovered-marker",
      "No marker covers this schema",
    ],
    [
      "an example that does not fit",
      "/paths/~1pets/get/responses/200/content/application~1json/example/0/name",
      1,
      "example-invalid",
      'Example "default" does not fit its schema: expected a string, got 1',
    ],
    [
      "a named example that does not fit",
      "/components/examples/Ada/value/0/size",
      "xl",
      "example-invalid",
      'Example "ada" does not fit its schema: expected one of "s", "m", got "xl"',
    ],
    [
      "a parameter's example that does not fit",
      "/paths/~1pets/get/parameters/0/example",
      "many",
      "example-invalid",
      "expected an integer",
    ],
    [
      "a header's example that does not fit",
      "/paths/~1pets/get/responses/200/headers/X-Total/example",
      "many",
      "example-invalid",
      "expected an integer",
    ],
    [
      "a schema's example that fits neither way",
      "/components/schemas/Pet/properties/size/examples/0",
      "xl",
      "example-invalid",
      'Example "0"',
    ],
    [
      "a webhook's example that does not fit",
      "/webhooks/told/post/requestBody/content/application~1json/example/id",
      undefined,
      "example-invalid",
      'expected the property "id", got nothing',
    ],
    ["half a sentence", "/components/schemas/Pet/and what it likes", null, "member-empty", "has no value"],
    ["an assumption without a reason", "/components/schemas/Pet/x-assumed", "?", "assumption-unexplained", "why"],
    ["a section that is none", "/paths/~1pets/get/x-spec", 4.1, "section-malformed", "x-spec is 4.1"],
    [
      "a body without an example",
      "/paths/~1pets/put/requestBody/content/application~1json/example",
      undefined,
      "example-missing",
      "no example",
    ],
    ["an operation without an id", "/paths/~1pets/get/operationId", undefined, "operation-unnamed", "no operationId"],
    ["an id without a noun", "/paths/~1pets/get/operationId", "list", "operation-unnamed", '"list" is not a verb'],
    ["an operation without a summary", "/paths/~1pets/get/summary", undefined, "summary-missing", "no summary"],
    ["a webhook without one", "/webhooks/told/post/summary", " ", "summary-missing", "no summary"],
    ["a tag that is not declared", "/paths/~1pets/get/tags/0", "Dogs", "tag-undeclared", '"Dogs" is not declared'],
    ["an operation without a tag", "/paths/~1pets/get/tags", [], "tag-undeclared", "no tag"],
    ["a tag that says nothing", "/tags/0/description", undefined, "tag-undeclared", '"Pets" has no description'],
    ["an API that is not described", "/info/description", undefined, "api-undescribed", "not described"],
    ["an API without a host", "/servers", [{ url: "/v1" }], "api-undescribed", "No server"],
    [
      "a date that is none",
      "/paths/~1pets/put/x-published",
      "2024-02-30",
      "lifecycle-malformed",
      "x-published is neither",
    ],
    ["a day that does not exist", "/paths/~1pets/put/x-sunset", "2027-02-31", "lifecycle-malformed", "not YYYY-MM-DD"],
    [
      "a sunset without a year's notice",
      "/paths/~1pets/put/x-sunset",
      "2027-01-30",
      "sunset-too-soon",
      "12 months after",
    ],
    [
      "a sunset within two years",
      "/paths/~1pets/put/x-published",
      "2025-02-01",
      "sunset-too-soon",
      "24 months after the publication of 2025-02-01",
    ],
    ["a sunset of what goes on", "/paths/~1pets/get/x-sunset", "2030-01-30", "lifecycle-malformed", "says nothing"],
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
      "an assumed value that is none",
      "/components/schemas/Pet/properties/size/x-assumed-values/0",
      "xl",
      "enum-mark-misplaced",
      "x-assumed-values",
    ],
    ["a state that cannot be read", "/paths/~1pets/get/x-state", "lists", "invalid-state", 'x-state is "lists"'],
    [
      "a state of more than a kind and a path",
      "/paths/~1pets/get/x-state",
      "list /pets now",
      "invalid-state",
      "must be",
    ],
    ["a state with an unknown member", "/paths/~1pets/get/x-state", { of: "/pets" }, "invalid-state", "idParameter"],
    ["a state at no operation", "/paths/~1pets/x-state", "list", "state-unfounded", "move it to an operation"],
    [
      "a collection that nothing else works on",
      "/paths/~1pets/get/x-state",
      "list /dogs",
      "state-unfounded",
      'No other operation works on the collection "/dogs"',
    ],
    [
      "an id that is not sent",
      "/paths/~1pets/put/x-state",
      { kind: "update", idParameter: "pet_id" },
      "state-unfounded",
      'no parameter "pet_id"',
    ],
    [
      "a list that is not in the body",
      "/paths/~1pets/put/x-state",
      { kind: "create", each: "pets" },
      "state-unfounded",
      'no "pets" in the body',
    ],
    [
      "items that are not in the answer",
      "/paths/~1pets/get/x-state",
      { itemsProperty: "pets" },
      "state-unfounded",
      "pets",
    ],
    [
      "items that are not at the end of their path",
      "/paths/~1pets/get/x-state",
      { itemsProperty: "page.pets" },
      "state-unfounded",
      'no "page.pets" in the answer',
    ],
  ])("catches %s", async (_, pointer, value, code, message) => {
    const file = scratch.write({ "openapi.json": planted(pointer, value) });
    const problems = await lintContract(await loadContract(file));

    expect(problems.map(wordOf)).toEqual([expect.stringContaining(`${code}: `)]);
    expect(wordOf(problems[0] as Problem)).toContain(message);
    expect(problems[0]?.at).toMatchObject({ file, line: expect.any(Number) as number });
    expect(isNear(pointer, (problems[0] as Problem).at.pointer)).toBe(true);
  });

  it("catches a response whose schema nothing fits", async () => {
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
        message: "No value was found that fits the schema of the response with 200",
        at: { pointer: "/paths/~1a/get/responses/200/content/application~1json/schema" },
      },
    ]);
  });

  it("catches a removed operation that is still there", async () => {
    const file = scratch.write({
      "openapi.json": planted("/x-removed", { "/pets": { "x-spec": "2", methods: ["PUT"] } }),
    });

    expect((await lintContract(await loadContract(file))).map(wordOf)).toEqual([
      "removed-operation-present: PUT /pets is listed as removed, and still among the paths",
    ]);
  });

  it("catches operations without a date of publication, once where none has one", async () => {
    const some = planted("/x-published", undefined);
    const none = planted("/paths/~1pets/put/x-published", undefined, some);
    const found = async (document: Json): Promise<(readonly [string, string])[]> =>
      (await lintContract(await loadContract(scratch.write({ "openapi.json": document })))).map(
        ({ code, at }) => [code, at.pointer] as const,
      );

    expect(await found(some)).toEqual([["publication-undated", "/paths/~1pets/get"]]);
    expect(await found(none)).toEqual([["publication-undated", ""]]);
  });

  it("catches a part of a GraphQL schema without a marker", async () => {
    const sdl = '"x-spec: 1"\ntype Query {\n  "x-spec: 1"\n  pet: String\n  dog: String\n}\n';
    const contract = await loadContract(
      scratch.write({ "schema.graphql": `"x-spec: 1"\nschema { query: Query }\n${sdl}` }),
    );

    expect((await lintContract(contract)).map(({ code, at }) => [code, at.pointer, at.line])).toEqual([
      ["graphql-unmarked", "/types/Query/fields/dog", 7],
    ]);
  });

  it("asks the ways of the house of no document without markers", async () => {
    const bare = readFileSync("fixtures/contracts/pets-3.1.json", "utf8");

    expect(bare).not.toMatch(/x-spec|x-assumed|x-published/);
    expect(await lintContract(await loadContract("fixtures/contracts/pets-3.1.json"))).toEqual([]);
  });

  it("judges the document where it is now", async () => {
    const contract = await loadContract(scratch.write({ "openapi.json": planted("/info/version", "2") }));
    const moved = scratch.write({ "openapi.json": planted("/info/title", undefined) });

    expect(await lintContract(contract)).toEqual([]);
    expect(await lintContract(contract, { file: moved })).toMatchObject([
      { code: "invalid-document", at: { file: moved } },
    ]);
  });
});

describe("lintContracts()", () => {
  it("catches what two documents both claim", async () => {
    const other = planted("/info/title", "Cats");
    const folder = dirname(scratch.write({ "a.json": planted("/info/title", "Pets"), "b.json": other }));
    const problems = await lintContracts(await loadContracts([folder]));

    expect(new Set(problems.map(wordOf))).toEqual(
      new Set(
        ["Cats", "Pets"].flatMap((title) => [
          `api-undescribed: The host is that of "${title}" as well`,
          `operation-id-shared: operationId "listPets" is used by "${title}" as well`,
          `operation-id-shared: operationId "putPet" is used by "${title}" as well`,
          `path-shared: GET /pets is an operation of "${title}" as well`,
          `path-shared: PUT /pets is an operation of "${title}" as well`,
        ]),
      ),
    );
  });

  it("knows each rule by the name of its file, and shows above that it can fail", () => {
    const files = readdirSync("contracts/lint/rules").filter((name) => name !== "index.ts");
    const tests = readFileSync("contracts/lint/lint.test.ts", "utf8");

    expect(lintRules.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
    expect(lintRules.filter(({ id }) => !tests.includes(`"${id}"`) && !tests.includes(`${id}: `))).toEqual([]);
  });
});

/** Whether a problem is told where the fault was planted: there, above, or beside it. */
function isNear(place: string, told: string): boolean {
  return place.startsWith(told) || place.startsWith(told.slice(0, told.lastIndexOf("/") + 1));
}
