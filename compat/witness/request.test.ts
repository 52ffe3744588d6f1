import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  createRouter,
  acceptedByAll,
  loadPlatform,
  validatorOf,
} from "../../contracts/index.ts";
import { changesBetween, compiledContract } from "../../test/support/compat/documents.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { buildSmallestRequest } from "./request.ts";
import { parsePathSteps } from "./steps.ts";

const order = {
  type: "object",
  required: ["product"],
  properties: {
    product: { type: "string" },
    lines: { type: "array", minItems: 2, items: { type: "object", properties: { amount: { type: "integer" } } } },
    tags: { type: "object", patternProperties: { "^x-[a-z]+$": { type: "string" } } },
    "odd name": { type: "string" },
  },
};

const contract = compileInMemory({
  paths: {
    "/orders/{id}": {
      put: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "limit", in: "query", schema: { type: "integer", maximum: 10 } },
          { name: "at", in: "query", required: true, schema: { type: "string", format: "date" } },
          { name: "X-Trace", in: "header", required: true, schema: { type: "string", enum: ["on"] } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
        ],
        requestBody: { content: { "application/json": { schema: order } } },
        responses: { "200": { description: "Done" } },
      },
    },
  },
  webhooks: {
    placed: { post: { requestBody: { content: { "application/json": { schema: order } } }, responses: {} } },
  },
} as JsonObject);
const [operation] = contract.operations as [Operation];

describe("buildSmallestRequest()", () => {
  it("also has the body of a form as text or parts", () => {
    const properties = {
      l: { type: "array", items: { type: "string" }, minItems: 2 },
      u: { type: "string", pattern: "^a/b$" },
      o: { type: "object", required: ["k"], properties: { k: { const: 1 } } },
      f: { type: "string", format: "binary" },
    };
    const schema = { type: "object", required: ["l", "u", "o", "f"], properties };
    const encoding = {
      l: { style: "pipeDelimited" },
      u: { allowReserved: true },
      o: { contentType: "application/json" },
      f: { contentType: "image/*, text/csv" },
    };
    const written = (mediaType: string) => {
      const requestBody = { required: true, content: { [mediaType]: { schema, encoding } } };
      const post = { requestBody, responses: { "204": { description: "Done" } } };
      const form = compileInMemory({ paths: { "/a": { post } } } as JsonObject);
      return buildSmallestRequest(form, form.operations[0] as Operation);
    };
    const request = written("application/x-www-form-urlencoded");
    const { l: list, f: file } = (request?.body ?? {}) as { l: [string, string]; f: string };
    const partOf = (name: string, text: string, more = "", type?: string) => ({
      name,
      text,
      headers: { "content-disposition": `form-data; name="${name}"${more}`, ...(type && { "content-type": type }) },
    });

    expect(decodeURIComponent(request?.text ?? "")).toBe(`l=${list.join("|")}&u=a/b&o={"k":1}&f=${file}`);
    expect(request?.text).toContain("u=a/b&");
    expect(written("multipart/form-data")?.parts).toEqual([
      partOf("l", list.join("|")),
      partOf("u", "a/b"),
      partOf("o", '{"k":1}', "", "application/json"),
      partOf("f", file, '; filename="file"', "image/png"),
    ]);
    expect(written("application/json")).not.toHaveProperty("text");
  });

  it("has the required parts of an operation, no credentials, and nothing else", () => {
    expect(buildSmallestRequest(contract, operation)).toEqual({
      method: "PUT",
      path: expect.stringMatching(/^\/orders\/\d+\?at=\d{4}-\d\d-\d\d$/) as string,
      headers: { "x-trace": "on" },
    });
  });

  it.each([
    ["body.lines[].amount", 7, { lines: [{ amount: 7 }, {}] }],
    ["body.lines[1].amount", 7, { lines: [{}, { amount: 7 }] }],
    ['body["odd name"]', "a", { "odd name": "a" }],
    ["body.*", true, { other: true }],
    ["body", { product: "a" }, { product: "a" }],
  ])("embeds a value at %s", (path, value, body) => {
    expect(buildSmallestRequest(contract, operation, { path, value })).toMatchObject({
      headers: { "content-type": "application/json" },
      body,
    });
  });

  it("embeds a value in a member of patternProperties", () => {
    const { body } = buildSmallestRequest(contract, operation, { path: "body.tags./^x-[a-z]+$/", value: "v" }) ?? {};
    const { tags } = body as { readonly tags: JsonObject };

    expect(Object.entries(tags)).toEqual([[expect.stringMatching(/^x-[a-z]+$/), "v"]]);
  });

  it("uses a part with any value, and a parameter with its own value", () => {
    expect(buildSmallestRequest(contract, operation, { path: "body.lines" })?.body).toHaveProperty("lines");
    expect(buildSmallestRequest(contract, operation, { path: "query.limit", value: 9 })?.path).toContain("limit=9");
  });

  it.each(["body.lines[].amount", "query.limit"])("is undefined if the contract refuses the value at %s", (path) => {
    expect(buildSmallestRequest(contract, operation, { path, value: "text" })).toBeUndefined();
  });

  it.each<[string, boolean, Json, string]>([
    ["simple", false, ["a", "b,c"], "/a,b%2Cc"],
    ["label", false, ["a", "b"], "/.a,b"],
    ["label", true, ["a", "b"], "/.a.b"],
    ["matrix", false, ["a", "b"], "/;v=a,b"],
    ["matrix", true, ["a", "b;c"], "/;v=a;v=b%3Bc"],
    ["simple", false, { x: "1", y: "/" }, "/x,1,y,%2F"],
    ["simple", true, { x: "1", y: "=" }, "/x=1,y=%3D"],
    ["matrix", true, { x: "1", y: "2" }, "/;x=1;y=2"],
    ["simple", false, "a,b", "/a%2Cb"],
  ])(
    "does not encode the delimiters between the values of a path (RFC 6570): %s, %j, %j",
    (style, explode, value, path) => {
      const parameters = [{ name: "v", in: "path", required: true, style, explode, schema: { const: value } }];
      const own = compileInMemory({ paths: { "/{v}": { get: { parameters, responses: {} } } } } as JsonObject);

      expect(buildSmallestRequest(own, own.operations[0] as Operation)?.path).toBe(path);
    },
  );

  it("is the delivery of the provider, for a webhook", () => {
    const [webhook] = contract.webhooks;

    expect(webhook && buildSmallestRequest(contract, webhook, { path: "body.product", value: "a" })).toEqual({
      method: "POST",
      path: "placed",
      headers: { "content-type": "application/json" },
      body: { product: "a" },
    });
  });

  it("builds a valid request for every operation of the platform", async () => {
    for (const own of await loadPlatform()) {
      const router = createRouter(own.operations);
      for (const one of own.operations) {
        const request = buildSmallestRequest(own, one, { withBody: true });
        expect(request, one.name).toBeDefined();
        const [path = ""] = request?.path.split("?") ?? [];
        expect(router.match(one.method, path), one.name).toMatchObject({ operation: { name: one.name } });
        const type = one.body?.content.find(({ mediaType }) => mediaType === request?.headers["content-type"]);
        if (type?.schema && request?.body !== undefined)
          expect(validatorOf(own, type.schema.pointer, "request")(request.body), one.name).toEqual([]);
      }
    }
  });
});

describe("a request for a changed item", () => {
  it("has it after the items of prefixItems on either side", () => {
    const lengths = fc.nat(3);
    fc.assert(
      fc.property(lengths, lengths, fc.boolean(), (fromBase, fromRevision, isInside) => {
        const [base, revision] = [
          { prefixItems: Array<JsonSchema>(fromBase).fill(true), items: { type: "string" } },
          { prefixItems: Array<JsonSchema>(fromRevision).fill(true), items: { type: "string", maxLength: 3 } },
        ].map((list) => {
          const schema = isInside ? { properties: { list } } : list;
          const requestBody = { content: { "application/json": { schema } } };
          return { openapi: "3.1.0", paths: { "/a": { post: { requestBody, responses: {} } } } } as JsonObject;
        }) as [JsonObject, JsonObject];
        const changes = changesBetween(base, revision);
        const body = changes.find(({ rule }) => rule === "max-length-decreased")?.witness?.request?.body;

        expect([base, revision].map((document) => takes(document, body))).toEqual([true, false]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("null, which has no text form", () => {
  const nullable = { type: ["null", "string"], example: null };
  const formOf = (type: string, properties: JsonObject, required: readonly string[]): JsonObject => {
    const schema = { type: "object", required, properties };
    return { paths: { "/a": { put: { requestBody: { content: { [type]: { schema } } }, responses: {} } } } };
  };
  const shownIn = (type: string, schema: JsonSchema): Json | undefined => {
    const properties = { shown: { const: 1 }, beside: schema };
    const { operations, ...own } = compileInMemory(formOf(type, properties, ["beside"]));
    return buildSmallestRequest({ operations, ...own }, operations[0] as Operation, { path: "body.shown", value: 1 })
      ?.body;
  };

  it.each(["application/x-www-form-urlencoded", "multipart/form-data"])("is not sent as a field of %s", (type) => {
    expect(shownIn(type, nullable)).toEqual({ shown: 1, beside: expect.any(String) });
    expect(shownIn(type, { type: "array", minItems: 1, items: nullable })).toEqual({
      shown: 1,
      beside: [expect.any(String)],
    });
  });

  it("is a member of JSON", () => {
    expect(shownIn("application/json", nullable)).toEqual({ shown: 1, beside: null });
  });

  it("is not sent as a parameter", () => {
    const parameters = [{ name: "q", in: "query", required: true, schema: nullable }];
    const own = compileInMemory({ paths: { "/a": { get: { parameters, responses: {} } } } });

    expect(buildSmallestRequest(own, own.operations[0] as Operation)?.path).toMatch(/^\/a\?q=(?!null)/);
  });
});

function takes(document: JsonObject, body: Json | undefined): boolean | undefined {
  const own = compiledContract(document);
  const schema = own.operations[0]?.body?.content[0]?.schema?.value;
  return body !== undefined && schema !== undefined && acceptedByAll(own, [schema], "request", body);
}

describe("parsePathSteps()", () => {
  it("parses the paths of the walk", () => {
    expect(parsePathSteps('.a[].*["b \\"c"]./^x/.d$[2]')).toEqual([
      { name: "a" },
      { index: 0 },
      { name: "other", isAny: true },
      { name: 'b "c' },
      { pattern: "^x" },
      { name: "d$" },
      { index: 2 },
    ]);
  });

  it("is undefined for an abbreviated name", () => {
    expect(parsePathSteps('.a["long…]')).toBeUndefined();
  });
});
