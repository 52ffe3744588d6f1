import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";

const parameters = fc.constantFrom("", ";v=1", ";v=2", "; v=3", ";charset=utf-8", ";charset=utf-16");
const lists = fc.uniqueArray(parameters, { minLength: 1 });

/** Document of an operation whose response has one media type for each given list of parameters. */
function documentWithResponse(types: readonly string[], schemaOf: (type: string) => JsonObject): JsonObject {
  const content = Object.fromEntries(types.map((type) => [`application/json${type}`, { schema: schemaOf(type) }]));
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { responses: { "200": { description: "Fine", content } } } } },
  };
}

const distinctSchema = (type: string): JsonObject => ({
  type: "object",
  properties: { [`of${type}`]: { type: "string" } },
});

function changeIds(base: JsonObject, revision: JsonObject): readonly string[] {
  return changesBetween(base, revision).map(({ rule, path, message }) => `${rule} ${path} ${message}`);
}

describe("a binary body", () => {
  const sending = (schema: JsonObject, type = "application/octet-stream", more: JsonObject = {}): JsonObject => ({
    paths: { "/a": { put: { requestBody: { content: { [type]: { schema, ...more } } }, responses: {} } } },
  });
  const bytes = { type: "string", format: "binary" };

  it("stays binary with annotations and without a schema", () => {
    expect(changesBetween(sending(bytes), sending({ ...bytes, maxLength: 10 }))).toMatchObject([
      { rule: "max-length-decreased", path: "body" },
    ]);
    expect(changesBetween(sending({ ...bytes, maxLength: 10 }), sending(bytes))).toMatchObject([
      { rule: "max-length-increased", path: "body" },
    ]);
    expect(changesBetween(sending(bytes), sending({}))).toEqual([]);
    expect(changesBetween(sending({}), sending({ contentMediaType: "application/octet-stream" }))).toEqual([]);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ["multipart/form-data", {}, []],
    ["multipart/form-data", { encoding: { file: { contentType: "image/png" } } }, []],
    [
      "multipart/form-data",
      { encoding: { file: { contentType: "application/json" } } },
      ["format-removed", "type-changed"],
    ],
    ["multipart/form-data", { encoding: { file: { style: "form" } } }, ["format-removed", "type-changed"]],
    ["application/x-www-form-urlencoded", {}, ["format-removed", "type-changed"]],
    ["application/json", {}, ["format-removed", "type-changed"]],
  ])("can be a part without an encoding: of %s with %j", (type, more, expected) => {
    const part = (schema: JsonObject): JsonObject => ({ type: "object", properties: { file: schema } });
    const rules = changesBetween(sending(part(bytes), type, more), sending(part({}), type, more)).map(
      ({ rule }) => rule,
    );

    expect(rules).toEqual(expected);
  });

  it("can be an item of a list in parts, and can have a declared media type", () => {
    const part = (items: JsonObject): JsonObject => ({
      type: "object",
      properties: { files: { type: "array", items } },
    });
    const rulesFor = (items: JsonObject): readonly string[] =>
      changesBetween(sending(part({}), "multipart/mixed"), sending(part(items), "multipart/mixed")).map(
        ({ rule }) => rule,
      );

    expect(rulesFor(bytes)).toEqual([]);
    expect(rulesFor({ contentMediaType: "image/png" })).toEqual(["content-added"]);
  });
});

describe("media types that differ in their parameters", () => {
  it("are paired in any order", () => {
    fc.assert(
      fc.property(lists, (types) => {
        expect(
          changeIds(
            documentWithResponse(types, distinctSchema),
            documentWithResponse(types.toReversed(), distinctSchema),
          ),
        ).toEqual([]);
      }),
    );
  });

  it("are compared with the same parameters", () => {
    fc.assert(
      fc.property(lists, fc.nat(), (types, position) => {
        const [changed] = types.slice(position % types.length) as [string];
        const empty = (type: string): JsonObject => (type === changed ? { type: "object" } : distinctSchema(type));

        expect(changeIds(documentWithResponse(types, distinctSchema), documentWithResponse(types, empty))).toEqual([
          `response-property-removed body["of${changed}"] Property "of${changed}" was removed`.replace(
            'body["of"]',
            "body.of",
          ),
        ]);
      }),
    );
  });

  it.each<[base: string, revision: string, request: readonly string[], response: readonly string[]]>([
    ["application/json;version=1", "application/json;version=2", ["breaking"], ["breaking"]],
    ['application/json;profile="a;b"', "application/json;profile=a", ["breaking"], ["breaking"]],
    ["text/csv;charset=utf-8", "text/csv;charset=utf-16", ["breaking"], ["breaking"]],
    ["text/plain", "text/plain;charset=utf-16", ["breaking"], ["breaking"]],
    ["application/json", "application/json;version=2", ["dangerous"], ["dangerous"]],
    ["application/json;version=2", "application/json", ["dangerous"], ["dangerous"]],
    ["application/vnd.a+json", "application/vnd.a+json;v=1", ["dangerous"], ["dangerous"]],
    ["application/ld+json", 'application/ld+json;profile="https://a.example"', ["dangerous"], ["dangerous"]],
    ["application/json", "application/json; charset=UTF-8", [], []],
    ["Application/JSON;charset=utf8", 'application/json; Charset="UTF-8"', [], []],
    ["application/json;a=1;b=2", "application/json ; B=2 ; A = 1", [], []],
    ["multipart/form-data", "multipart/form-data;boundary=x", [], []],
    ["application/*", "application/json;version=1", ["breaking"], []],
  ])("of a request and of a response become others: %s to %s", (base, revision, request, response) => {
    const document = (type: string): JsonObject => {
      const content = { [type]: { schema: { type: "object" } } };
      const post = { requestBody: { content }, responses: { "201": { description: "Made", content } } };
      return { ...documentWithResponse([], distinctSchema), paths: { "/a": { post } } };
    };
    const worst = (direction: string): readonly string[] =>
      changesBetween(document(base), document(revision))
        .filter((change) => change.direction === direction && change.verdict !== "non-breaking")
        .map(({ verdict }) => verdict);

    expect([worst("request"), worst("response")]).toEqual([request, response]);
  });

  it.each<[base: string, revision: string, rules: readonly string[]]>([
    ["application/json", "Application/JSON; charset=utf-8", []],
    ["application/json, text/csv;a=1", "application/json,text/csv; A=1", []],
    ["text/csv;profile=A", "text/csv;profile=a", ["part-media-type-removed", "part-media-type-added"]],
  ])("of a part of a form become others: %s to %s", (base, revision, rules) => {
    const document = (contentType: string): JsonObject => {
      const schema = { type: "object", properties: { file: { type: "object" } } };
      const content = { "multipart/form-data": { schema, encoding: { file: { contentType } } } };
      return { paths: { "/a": { post: { requestBody: { content }, responses: {} } } } };
    };

    expect(changesBetween(document(base), document(revision)).map(({ rule }) => rule)).toEqual(rules);
  });

  it.each<[string, Json, JsonObject]>([
    ["of one encoding", { file: { $ref: "#/components/x-e/file" } }, {}],
    ["of all", { $ref: "#/components/x-e" }, {}],
    ["in two steps", { file: { $ref: "#/components/x-f" } }, { "x-f": { $ref: "#/components/x-e/file" } }],
  ])("of a part are read behind a reference %s", (_, encoding, more) => {
    const document = (contentType: string): JsonObject => {
      const schema = { type: "object", properties: { file: { type: "string" } } };
      const content = { "multipart/form-data": { schema, encoding } };
      return {
        paths: { "/a": { post: { requestBody: { content }, responses: {} } } },
        components: { "x-e": { file: { contentType } }, ...more },
      };
    };

    const rules = changesBetween(document("image/png"), document("image/jpeg")).map(({ rule }) => rule);
    expect(rules).toEqual(["part-media-type-removed", "part-media-type-added"]);
  });

  it("are compared if one side has parameters and the other has none", () => {
    const [base, revision] = [
      documentWithResponse([";v=1"], () => ({ type: "string" })),
      documentWithResponse([""], () => ({ type: "integer" })),
    ];

    expect(changesBetween(base, revision).map(({ rule }) => rule)).toEqual(["type-changed", "media-type-removed"]);
  });

  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [[";v=1"], [";v=1", ";v=2"], ['media-type-added body Media type "application/json;v=2" was added']],
    [["", ";v=2"], [""], ['media-type-removed body Media type "application/json;v=2" was removed']],
    [[";charset=utf-8"], ["", ";v=2"], ['media-type-added body Media type "application/json;v=2" was added']],
    [
      [""],
      [";v=2", ";v=1"],
      [
        'media-type-removed body Media type "application/json" became "application/json;v=1"',
        'media-type-added body Media type "application/json;v=2" was added',
      ],
    ],
    [
      [";v=1", ";v=2"],
      [";v=2", ";v=3"],
      [
        'media-type-removed body Media type "application/json;v=1" was removed',
        'media-type-added body Media type "application/json;v=3" was added',
      ],
    ],
  ])("are reported as added or removed: %j to %j", (one, other, expected) => {
    const same = (): JsonObject => ({ type: "string" });

    expect(changeIds(documentWithResponse(one, same), documentWithResponse(other, same))).toEqual(expected);
  });

  it("are sent in a proof with the parameters of the changed media type", () => {
    const documentOf = (narrowed: JsonObject): JsonObject => {
      const content = {
        "application/json; v=1": { schema: { type: "string" } },
        "application/json; v=2": { schema: { type: "string", ...narrowed } },
      };
      return {
        ...documentWithResponse([], distinctSchema),
        paths: { "/a": { post: { requestBody: { content }, responses: {} } } },
      };
    };

    expect(changesBetween(documentOf({}), documentOf({ maxLength: 3 }))[0]?.witness?.request?.headers).toEqual({
      "content-type": "application/json;v=2",
    });
  });
});
