import { describe, expect, it } from "vitest";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { loadContract, locate } from "../../loading/load.ts";
import type { JsonObject } from "../../model/json.ts";

const scratch = createScratch();

const pet = { type: "object", properties: { id: { type: "integer" }, tag: { type: ["string", "null"] } } };
const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };

async function load(paths: JsonObject, members: JsonObject = {}) {
  const components = { schemas: { Pet: pet } };
  const document = { openapi: "3.1.0", info: {}, paths, components, ...members };
  return loadContract(scratch.write({ "openapi.json": document }));
}

const responses = { 200: { description: "", content } };

describe("a form of OpenAPI 2.0 in a document of 3.1", () => {
  it("is read if it is a body parameter", async () => {
    const body = { name: "body", in: "body", required: true, schema: { $ref: "#/components/schemas/Pet" } };
    const contract = await load({ "/a": { post: { parameters: [body], responses }, put: { responses } } });
    const [put, post] = contract.operations;

    expect(post?.body).toMatchObject({ required: true, content: [{ mediaType: "application/json" }] });
    expect(put?.body).toBeUndefined();
    expect(contract.problems).toMatchObject(
      [{ code: "old-form", at: { pointer: "/paths/~1a/post/parameters/0" }, message: /write it as "requestBody"/ }].map(
        ({ message, ...rest }) => ({ ...rest, message: expect.stringMatching(message) }),
      ),
    );
  });

  it("is read if form fields are parameters", async () => {
    const field = { name: "n", in: "formData", required: true, type: "string" };
    const { operations } = await load({
      "/a": { post: { consumes: ["application/x-www-form-urlencoded"], parameters: [field], responses } },
    });

    expect(operations[0]?.body?.content).toMatchObject([
      { mediaType: "application/x-www-form-urlencoded", schema: { value: { required: ["n"] } } },
    ]);
  });

  it("is read if constraints of a parameter are beside its name", async () => {
    const limit = { name: "limit", in: "query", type: "integer", maximum: 10 };
    const list = { name: "list", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" };
    const { operations, problems } = await load({ "/a": { parameters: [limit, list], get: { responses } } });

    expect(operations[0]?.parameters).toMatchObject([
      { name: "limit", schema: { value: { type: "integer", maximum: 10 } } },
      { name: "list", explode: true },
    ]);
    expect(problems.map(({ code, at }) => [code, at.pointer])).toEqual([["old-form", "/paths/~1a/parameters/0/type"]]);
  });

  it("is read if a response has a schema and no content", async () => {
    const schema = { type: "object", required: ["a"] };
    const { operations, problems } = await load({ "/a": { get: { responses: { 200: { description: "", schema } } } } });

    expect(operations[0]?.responses[0]?.content).toMatchObject([
      { mediaType: "application/json", schema: { value: schema } },
    ]);
    expect(problems.map(({ at }) => at.pointer)).toEqual(["/paths/~1a/get/responses/200/schema"]);
  });

  it("leaves the rest of the document as it is", async () => {
    const body = { name: "body", in: "body", schema: { $ref: "#/definitions/Own" } };
    const header = { schema: { type: ["integer", "null"], minimum: 3 } };
    const get = { responses: { 200: { description: "", headers: { limit: header }, content } } };
    const cookie = { name: "c", in: "cookie", schema: { exclusiveMinimum: 3 } };
    const contract = await load(
      { "/a": { get, post: { parameters: [body, cookie], responses } } },
      { definitions: { Own: { type: "object" } }, servers: [{ url: "/v2" }], basePath: "/v1" },
    );
    const [first, second] = contract.operations;

    expect(first?.responses[0]?.headers[0]?.schema?.value).toEqual(header.schema);
    expect(second?.parameters).toMatchObject([{ in: "cookie", schema: { value: { exclusiveMinimum: 3 } } }]);
    expect(second?.body?.content[0]?.schema?.value).toMatchObject({ $ref: expect.stringContaining("Own") });
    expect(JSON.stringify(contract.document)).toContain('"tag":{"type":["string","null"]}');
    expect(locate(contract, "/components/schemas/Pet/type").pointer).toBe("/components/schemas/Pet/type");
    expect(contract.basePaths).toEqual(["/v2"]);
    expect(contract.problems.map(({ code }) => code)).toEqual(["old-form"]);
  });

  it("is reported once for each form, at its first place", async () => {
    const limit = { name: "limit", in: "query", type: "integer" };
    const get = { parameters: [limit, { ...limit, name: "other" }], responses };
    const { problems } = await load({ "/a": { get }, "/b": { get } });

    expect(problems.map(({ at }) => at.pointer)).toEqual(["/paths/~1a/get/parameters/0/type"]);
  });

  it("is not seen where a document has the form of 3.1 as well", async () => {
    const both = { name: "q", in: "query", type: "integer", schema: { type: "string" } };
    const { operations, problems } = await load({ "/a": { get: { parameters: [both], responses } } });

    expect(operations[0]?.parameters[0]?.schema.value).toEqual({ type: "string" });
    expect(problems.map(({ code }) => code)).not.toContain("old-form");
  });
});
