import { describe, expect, it } from "vitest";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { loadContract, locate } from "../../loading/load.ts";

const scratch = createScratch();
const text = `swagger: "2.0"
info: { title: Pets, version: "1" }
host: api.example.com
basePath: /v1
parameters:
  Body: { name: body, in: body, required: true, schema: { $ref: "#/definitions/Pet" } }
  Limit: { name: limit, in: query, type: integer, maximum: 10 }
responses:
  Bad: { description: Bad., schema: { type: object } }
paths:
  /pets:
    parameters: [{ name: trace, in: header, type: string }]
    post:
      parameters:
        - $ref: "#/parameters/Body"
        - $ref: "#/parameters/Limit"
        - { name: tags, in: query, type: array, items: { type: string } }
        - { name: nowhere }
      responses:
        200: { description: Fine., schema: { $ref: "pet.yaml" } }
        400: { $ref: "#/responses/Bad" }
        500: null
    get: null
definitions:
  Pet: { type: object, properties: { required: { type: string, x-nullable: true } } }
`;

describe("convertSwagger()", () => {
  it("converts a document and keeps the origins of its parts", async () => {
    const contract = await loadContract(scratch.write({ "openapi.yaml": text, "pet.yaml": { type: "string" } }));
    const [post] = contract.operations;
    const lineOf = (pointer: string): number => locate(contract, pointer).line;

    expect(contract.operations.map(({ name }) => name)).toEqual(["POST /pets"]);
    expect(contract.basePaths).toEqual(["/v1"]);
    expect(post?.parameters.map(({ name, style, explode, at }) => [name, style, explode, at.line])).toEqual([
      ["limit", "form", true, 7],
      ["tags", "form", false, 17],
      ["trace", "simple", false, 12],
    ]);
    expect(post?.body).toMatchObject({ required: true, content: [{ mediaType: "application/json" }] });
    expect(post?.body?.at.line).toBe(6);
    expect(post?.responses.map(({ status, content }) => [status, content[0]?.schema?.at.line])).toEqual([
      ["200", 20],
      ["400", 9],
    ]);
    expect(lineOf("/components/schemas/Pet/properties/required")).toBe(25);
    expect(contract.problems.map(({ code, at }) => [code, at.line])).toEqual([
      ["misformed-member", 22],
      ["misformed-member", 23],
      ["invalid-parameter", 18],
    ]);
  });
});

describe("convertSwagger() with collectionFormat", () => {
  const list = { name: "l", type: "array", items: { type: "string" } };
  const loaded = async (parameter: object, documentMembers: object = {}) => {
    const operation = { ...documentMembers, parameters: [{ ...list, ...parameter }], responses: {} };
    const document = { swagger: "2.0", info: {}, paths: { "/a": { post: operation } } };
    return loadContract(scratch.write({ "openapi.yaml": document }));
  };

  it.each([
    ["query", undefined, "form", false],
    ["query", "multi", "form", true],
    ["query", "pipes", "pipeDelimited", false],
    ["query", "tsv", "tabDelimited", false],
    ["header", undefined, "simple", false],
    ["header", "pipes", "pipeDelimited", false],
    ["header", "ssv", "spaceDelimited", false],
  ])("converts a list in the location %s with the format %s", async (place, collectionFormat, style, explode) => {
    const { operations } = await loaded({ in: place, ...(collectionFormat && { collectionFormat }) });

    expect(operations[0]?.parameters).toMatchObject([{ style, explode }]);
  });

  it.each([
    [undefined, { style: "form", explode: false }],
    ["csv", { style: "form", explode: false }],
    ["multi", { style: "form", explode: true }],
    ["ssv", { style: "spaceDelimited", explode: false }],
    ["tsv", { style: "tabDelimited", explode: false }],
  ])("converts a form field with the format %s", async (collectionFormat, encoding) => {
    const { document } = await loaded({ in: "formData", ...(collectionFormat && { collectionFormat }) });

    expect(JSON.stringify(document)).toContain(`"encoding":${JSON.stringify({ l: encoding })}`);
  });

  it("converts form fields beside files", async () => {
    const { operations } = await loaded({ in: "formData" }, { consumes: ["multipart/form-data"] });

    expect(operations[0]?.body?.content).toMatchObject([
      { mediaType: "multipart/form-data", encodings: { l: { style: "form", explode: false } } },
    ]);
  });

  it.each([
    [undefined, "simple"],
    ["csv", "simple"],
    ["pipes", "pipeDelimited"],
    ["tsv", "tabDelimited"],
  ])("converts a response header with the format %s", async (collectionFormat, style) => {
    const answer = { description: "", headers: { l: { ...list, ...(collectionFormat && { collectionFormat }) } } };
    const operation = { responses: { 200: answer, 400: { $ref: "#/responses/Bad" } } };
    const document = { swagger: "2.0", info: {}, paths: { "/a": { post: operation } }, responses: { Bad: answer } };
    const { operations } = await loadContract(scratch.write({ "openapi.yaml": document }));

    expect(operations[0]?.responses).toMatchObject([{ headers: [{ style }] }, { headers: [{ style }] }]);
  });
});

describe("readOpenApiVersion()", () => {
  it.each([
    ["openapi: 3.1\npaths: {}\n", "invalid-version"],
    ["openapi: 3.0\npaths: {}\n", "invalid-version"],
    ["openapi: 3.2.0\npaths: {}\n", "unknown-version"],
    ["info: {}\npaths: { /a: { get: { responses: {} } } }\n", "invalid-version"],
  ])("accepts %j with a problem", async (document, code) => {
    const { problems } = await loadContract(scratch.write({ "openapi.yaml": document }));

    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("accepts 2.0 as a number, as YAML parses it", async () => {
    const document = "swagger: 2.0\npaths: { /a: { get: { responses: {} } } }\n";

    expect((await loadContract(scratch.write({ "openapi.yaml": document }))).problems).toEqual([]);
  });

  it("returns 3.0 for the number 3, as YAML parses it", async () => {
    const schemas = "components: { schemas: { A: { type: string, nullable: true } } }";
    const { document } = await loadContract(scratch.write({ "openapi.yaml": `openapi: 3.0\npaths: {}\n${schemas}\n` }));

    expect(document["components"]).toEqual({ schemas: { A: { type: ["string", "null"] } } });
  });
});
