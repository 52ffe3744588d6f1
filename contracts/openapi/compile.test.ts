import type { JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering, createScratch } from "../../test/support/contracts/scratch.ts";
import type { Operation, Parameter } from "../model/contract.ts";
import { ToolError } from "../model/error.ts";

const scratch = createScratch();

describe("compileContract()", () => {
  it("returns title, version, operations and webhooks", () => {
    const contract = compileInMemory({
      info: { title: "Pets", version: "7" },
      paths: {
        "/b": { post: operationAnswering(true), get: operationAnswering(true) },
        "/a": { get: operationAnswering(true) },
        "x-a": {},
      },
      webhooks: { told: { post: { summary: "Told.", responses: { "2XX": { description: "Fine." } } } } },
    });

    expect(contract).toMatchObject({ api: "test", title: "Pets", version: "7", problems: [] });
    expect(contract.operations.map(({ name }) => name)).toEqual(["GET /b", "POST /b", "GET /a"]);
    expect(contract.webhooks).toMatchObject([{ name: "told", method: "POST", summary: "Told." }]);
  });

  it("returns plain data that JSON can represent", async () => {
    const contract = await scratch.load({ paths: { "/a/{id}": { get: operationAnswering({ type: "string" }) } } });

    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract);
    expect(structuredClone(contract)).toEqual(contract);
  });

  it("ignores missing and malformed parts", () => {
    const malformedDocument = {
      info: null,
      paths: { "/a": null, "/b": { get: null, put: { responses: [], parameters: {} } } },
    };

    expect(compileInMemory(malformedDocument as never)).toMatchObject({
      title: "test",
      version: "0",
      operations: [{ name: "PUT /b" }],
    });
    expect(compileInMemory({ paths: [] as never }).operations).toEqual([]);
  });
});

describe("compileContract(): operations", () => {
  it("have the id operationId, or an id made of method and path", () => {
    const { operations } = compileInMemory({
      paths: {
        "/": { get: {} },
        "/v1/{pet_id}/kennels.json": { post: {} },
        "/a": { get: { operationId: "readA" }, put: { operationId: "" } },
      },
    });

    expect(operations.map(({ id }) => id)).toEqual(["get", "postV1PetIdKennelsJson", "readA", "putA"]);
  });

  it("get another id if an earlier operation has the same one, with a problem", () => {
    const { operations, problems } = compileInMemory({
      paths: { "/a": { get: { operationId: "x" }, put: { operationId: "x_2" } }, "/b": { get: { operationId: "x" } } },
    });

    expect(operations.map(({ id }) => id)).toEqual(["x", "x_2", "x_3"]);
    expect(problems).toMatchObject([
      {
        code: "duplicate-operation-id",
        message: 'operationId "x" is used twice: "GET /b" gets the id "x_3"',
        at: { pointer: "/paths/~1b/get" },
      },
    ]);
  });

  it("with equal path templates are reported", () => {
    const { operations, problems } = compileInMemory({
      paths: { "/a/{x}": { get: {}, put: {} }, "/a/{y}": { get: {}, post: {} }, "/a/{x}/b": { get: {} } },
    });

    expect(operations).toHaveLength(5);
    expect(problems.filter(({ code }) => code !== "undeclared-path-parameter")).toMatchObject([
      {
        code: "same-requests",
        message: '"GET /a/{y}" matches the same requests as "GET /a/{x}"',
        at: { pointer: "/paths/~1a~1{y}/get" },
      },
    ]);
  });

  it("are safe if they are GET or HEAD, or marked x-safe", () => {
    const { operations } = compileInMemory({
      paths: { "/a": { get: {}, head: {}, put: {}, post: { "x-safe": true, deprecated: true } } },
    });

    expect(operations.map(({ method, safe, deprecated }) => [method, safe, deprecated])).toEqual([
      ["GET", true, false],
      ["PUT", false, false],
      ["POST", true, true],
      ["HEAD", true, false],
    ]);
  });

  it("are ignored if their path does not begin with a slash, with a problem", () => {
    const { operations, problems } = compileInMemory({ paths: { pets: { get: {} }, "/a": { get: {} } } });

    expect(operations).toHaveLength(1);
    expect(problems).toMatchObject([{ code: "invalid-path", at: { pointer: "/paths/pets" } }]);
  });
});

describe("compileContract(): limits", () => {
  const errorOf = (parts: JsonObject): string => {
    try {
      compileInMemory(parts);
      return "";
    } catch (error) {
      return error instanceof ToolError ? `${error.code}: ${error.message}` : "";
    }
  };
  const parametersIn = (count: number): string => Array.from({ length: count }, (_, n) => `{p${n}}`).join("-");

  it("apply to the number of parameters in a path", () => {
    expect(errorOf({ paths: { [`/${parametersIn(100)}`]: { get: {} } } })).toBe("");
    expect(errorOf({ paths: { [`/${parametersIn(101)}`]: { get: {} } } })).toMatch(
      /^unreadable-document: .* cannot be a path: it has 101 parameters, more than 100$/,
    );
  });

  it("apply to server URLs with their variables", () => {
    const server = (count: number): JsonObject => ({
      servers: [{ url: "/{a}".repeat(count), variables: { a: { default: "a".repeat(100), enum: [] } } }],
    });

    expect(errorOf(server(70))).toBe("");
    expect(errorOf(server(90))).toContain("the URL of a server has more than 8000 characters");
    expect(errorOf({ servers: [{ url: "/a".repeat(5000) }] })).toContain("more than 8000 characters");
  });
});

describe("compileContract(): parameters", () => {
  it("of the operation override those of the path item with the same name and location", () => {
    const parameters = parametersOf({
      parameters: [
        queryParameter("a", { description: "the path's" }),
        queryParameter("b"),
        { name: "a", in: "header", schema: true },
      ],
      get: { parameters: [queryParameter("a", { required: true })] },
    });

    expect(parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual([
      ["query", "a", true],
      ["query", "b", false],
      ["header", "a", false],
    ]);
  });

  it("have the default style of their location", () => {
    const parameters = parametersOf({
      get: {
        parameters: [
          { name: "p", in: "path", schema: true },
          queryParameter("q"),
          queryParameter("deep", { style: "deepObject" }),
          queryParameter("flat", { explode: false }),
          queryParameter("pipes", { style: "pipeDelimited" }),
          { name: "h", in: "header", schema: true },
          { name: "c", in: "cookie", schema: true },
        ],
      },
    });

    expect(parameters.map(({ name, style, explode, required }) => [name, style, explode, required])).toEqual([
      ["p", "simple", false, true],
      ["q", "form", true, false],
      ["deep", "deepObject", true, false],
      ["flat", "form", false, false],
      ["pipes", "pipeDelimited", false, false],
      ["h", "simple", false, false],
      ["c", "form", true, false],
    ]);
  });

  it("with content have its media type and schema", () => {
    const [parameter] = parametersOf({
      get: {
        parameters: [
          { name: "p", in: "path" },
          queryParameter("a", { content: { "Application/JSON; charset=utf-8": { schema: false } } }),
        ],
      },
    }).slice(1);

    expect(parameter).toMatchObject({ mediaType: "application/json", schema: { value: false } });
  });

  it("with reserved header names are ignored", () => {
    const names = ["Accept", "content-type", "Authorization", "Content-Length", "X-Trace"];

    expect(
      parametersOf({ get: { parameters: names.map((name) => ({ name, in: "header", schema: true })) } }, "/a").map(
        ({ name }) => name,
      ),
    ).toEqual(["X-Trace"]);
  });

  it("that only the path template contains accept any string, with a problem", () => {
    const { operations, problems } = compileInMemory({ paths: { "/a/{id}:{verb}/{id}": { get: {} } } });

    expect(operations[0]?.parameters).toMatchObject([
      { name: "id", in: "path", required: true, schema: { value: { type: "string" } } },
      { name: "verb", in: "path" },
    ]);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["undeclared-path-parameter", 'Path parameter "id" of "/a/{id}:{verb}/{id}" is not described'],
      ["undeclared-path-parameter", 'Path parameter "verb" of "/a/{id}:{verb}/{id}" is not described'],
    ]);
  });

  it("that the path template does not contain are ignored, with a problem", () => {
    const { operations, problems } = compileInMemory({
      paths: { "/a": { parameters: [{ name: "id", in: "path", required: true, schema: true }], get: {}, put: {} } },
    });

    expect(operations.map(({ parameters }) => parameters)).toEqual([[], []]);
    expect(problems).toMatchObject([{ code: "unused-path-parameter", at: { pointer: "/paths/~1a/parameters/0" } }]);
  });

  it("without a name or location are ignored, with a problem", () => {
    const { operations, problems } = compileInMemory({
      paths: { "/a": { get: { parameters: [{ name: "a", in: "body" }, { in: "query" }, queryParameter("b")] } } },
    });

    expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(["b"]);
    expect(problems.map(({ code, at }) => [code, at.pointer])).toEqual([
      ["invalid-parameter", "/paths/~1a/get/parameters/0/in"],
      ["invalid-parameter", "/paths/~1a/get/parameters/1"],
    ]);
  });

  it("with an unresolved reference are ignored, with one problem", () => {
    const { operations, problems } = compileInMemory({
      paths: { "/a": { get: { parameters: [{ $ref: "#/components/parameters/none" }, queryParameter("b")] } } },
    });

    expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(["b"]);
    expect(problems.map(({ code }) => code)).toEqual(["unresolved-ref"]);
  });
});

describe("compileContract(): responses", () => {
  it("have a status, a range or default as key; other keys are ignored", () => {
    const { operations } = compileInMemory({
      paths: { "/a": { get: { responses: { "200": {}, "4xx": {}, default: {}, "x-a": {}, "600": {}, ok: {} } } } },
    });

    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(["200", "4XX", "default"]);
  });

  it("have headers in lower case without Content-Type, and examples by name", () => {
    const { operations } = compileInMemory({
      paths: {
        "/a": {
          get: {
            responses: {
              "200": {
                headers: {
                  "X-Count": { required: true, schema: { type: "integer" } },
                  "Content-Type": { schema: true },
                },
                content: {
                  "text/csv": {},
                  "application/json": {
                    schema: true,
                    example: null,
                    examples: {
                      one: { value: 1 },
                      two: { $ref: "#/components/examples/Two" },
                      none: { externalValue: "x" },
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: { examples: { Two: { value: 2 } } },
    });

    expect(operations[0]?.responses).toMatchObject([
      {
        headers: [{ name: "x-count", required: true, schema: { value: { type: "integer" } } }],
        content: [
          { mediaType: "text/csv", examples: {} },
          { mediaType: "application/json", examples: { default: null, one: 1, two: 2 } },
        ],
      },
    ]);
  });

  it("that refer to themselves are reported as a problem", () => {
    const { problems } = compileInMemory({
      paths: { "/a": { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } },
      components: { responses: { A: { $ref: "#/components/responses/A" } } },
    });

    expect(problems).toMatchObject([
      { code: "unresolved-ref", message: 'Cannot resolve "#/components/responses/A": it leads back to itself' },
    ]);
  });
});

describe("compileContract(): security", () => {
  const components = {
    securitySchemes: {
      token: { type: "http", scheme: "Bearer" },
      key: { type: "apiKey", in: "query", name: "api_key" },
    },
  };

  it("comes from the operation or the document; an empty list means none", () => {
    const { operations } = compileInMemory({
      security: [{ token: [] }],
      components,
      paths: { "/a": { get: {}, put: { security: [] }, post: { security: [{ key: [], token: [] }, {}] } } },
    });

    expect(operations.map((operation) => operation.security)).toEqual([
      [[{ name: "token", type: "http", scheme: "bearer" }]],
      [],
      [
        [
          { name: "key", type: "apiKey", in: "query", parameter: "api_key" },
          { name: "token", type: "http", scheme: "bearer" },
        ],
        [],
      ],
    ]);
  });

  it("with an undescribed scheme is reported once, at the requirement", () => {
    const { operations, problems } = compileInMemory({
      security: [{ nothing: [] }],
      components,
      paths: { "/a": { get: {}, put: {}, post: { security: [{ constructor: [] }] } } },
    });

    expect(operations[0]?.security).toMatchObject([[{ name: "nothing", type: "http" }]]);
    expect(problems.map(({ code, at }) => [code, at.pointer])).toEqual([
      ["unknown-security-scheme", "/security"],
      ["unknown-security-scheme", "/paths/~1a/post/security"],
    ]);
  });
});

function queryParameter(name: string, members: JsonObject = {}): JsonObject {
  return { name, in: "query", schema: true, ...members };
}

function parametersOf(item: JsonObject, path = "/{p}"): readonly Parameter[] {
  const [operation] = compileInMemory({ paths: { [path]: item } }).operations as [Operation];
  return operation.parameters.filter(({ name, pointer }) => name !== "p" || pointer !== operation.pointer);
}
