import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { define, isObject } from "../model/shapes.ts";
import { type NodeKind, listChildNodes, listMapMembers, onlyNodes, rewriteTree, visitTree } from "./document-tree.ts";

const document: JsonObject = {
  openapi: "3.1.0",
  info: { schema: "not one" },
  paths: {
    "/a": {
      parameters: [{ schema: { type: "string" }, examples: { one: { value: { schema: {} } } } }],
      get: {
        requestBody: {
          content: { "application/json": { schema: { items: { not: {} } }, encoding: { a: { headers: { h: {} } } } } },
        },
        responses: {
          "200": { headers: { "x-h": { schema: true } }, links: { next: {} }, content: {} },
          "x-note": "text",
        },
        callbacks: { later: { "{$url}": { post: {} }, "x-note": {} } },
      },
    },
  },
  webhooks: { told: { post: {} } },
  components: {
    schemas: { "x-named": { properties: { properties: { enum: [{ not: {} }] } } } },
    securitySchemes: { key: {} },
  },
};

describe("visitTree()", () => {
  it("visits every node of a document, from the top down, and nothing else", () => {
    const seen: string[] = [];
    visitTree(document, "document", (_, kind, pointer) => seen.push(`${kind} ${pointer}`));

    expect(seen).toEqual([
      "document ",
      "pathItem /paths/~1a",
      "parameter /paths/~1a/parameters/0",
      "schema /paths/~1a/parameters/0/schema",
      "example /paths/~1a/parameters/0/examples/one",
      "operation /paths/~1a/get",
      "requestBody /paths/~1a/get/requestBody",
      "mediaType /paths/~1a/get/requestBody/content/application~1json",
      "schema /paths/~1a/get/requestBody/content/application~1json/schema",
      "schema /paths/~1a/get/requestBody/content/application~1json/schema/items",
      "schema /paths/~1a/get/requestBody/content/application~1json/schema/items/not",
      "encoding /paths/~1a/get/requestBody/content/application~1json/encoding/a",
      "header /paths/~1a/get/requestBody/content/application~1json/encoding/a/headers/h",
      "response /paths/~1a/get/responses/200",
      "header /paths/~1a/get/responses/200/headers/x-h",
      "link /paths/~1a/get/responses/200/links/next",
      "callback /paths/~1a/get/callbacks/later",
      "pathItem /paths/~1a/get/callbacks/later/{$url}",
      "operation /paths/~1a/get/callbacks/later/{$url}/post",
      "pathItem /webhooks/told",
      "operation /webhooks/told/post",
      "components /components",
      "schema /components/schemas/x-named",
      "schema /components/schemas/x-named/properties/properties",
      "securityScheme /components/securitySchemes/key",
    ]);
  });

  it("visits the same nodes as a recursive walk with childrenOf()", () => {
    const visited: string[] = [];
    const fromChildren: string[] = [];
    visitTree(document, "document", (_, __, pointer) => visited.push(pointer));
    (function descend(node: JsonObject, kind: NodeKind, pointer: string): void {
      fromChildren.push(pointer);
      for (const child of listChildNodes(node, kind, pointer)) descend(child.node, child.kind, child.pointer);
    })(document, "document", "");

    expect(fromChildren).toEqual(visited);
  });
});

describe("rewriteTree()", () => {
  it("returns an equal value if the callback changes nothing", () => {
    expect(rewriteTree(document, "document", (node) => node)).toEqual(document);
    expect(rewriteTree("text", "schema", () => true)).toBe("text");
  });

  it("rewrites the children of a replacement", () => {
    const seen: string[] = [];
    const result = rewriteTree({ allOf: [{ items: {} }] }, "schema", (node, _, pointer) => {
      seen.push(pointer);
      return node["items"] ? { anyOf: [{ type: "string" }, {}] } : Object.keys(node).length === 0 ? true : node;
    });

    expect(result).toEqual({ allOf: [{ anyOf: [{ type: "string" }, true] }] });
    expect(seen).toEqual(["", "/allOf/0", "/allOf/0/anyOf/0", "/allOf/0/anyOf/1"]);
  });

  it("keeps members named like properties of Object.prototype", () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}') as Json;
    const result = rewriteTree(schema, "schema", (node) => ({ ...node }));

    expect(JSON.stringify(result)).toBe(JSON.stringify(schema));
  });

  it("throws document-too-deep beyond 400 levels", () => {
    let schema: Json = {};
    for (let level = 0; level < 500; level++) schema = { items: schema };

    expect(() => rewriteTree(schema, "schema", (node) => node)).toThrow(
      expect.objectContaining({
        code: "document-too-deep",
        message: expect.stringMatching(/nests more than 400 levels$/) as string,
      }) as Error,
    );
  });
});

describe("listMapMembers()", () => {
  it("returns the members that hold maps or lists of nodes", () => {
    expect(listMapMembers("document")).toEqual(["paths", "webhooks"]);
    expect(listMapMembers("operation")).toEqual(["parameters", "responses", "callbacks"]);
    expect(listMapMembers("example")).toEqual([]);
  });
});

describe("onlyNodes()", () => {
  it("removes members that hold no nodes", () => {
    expect(onlyNodes({ schema: {}, example: { $id: "a" }, "x-a": {} }, "mediaType")).toEqual({ schema: {} });
    expect(onlyNodes({ "{$url}": {}, "x-a": {} }, "callback")).toEqual({ "{$url}": {} });
  });
});

describe("isObject()", () => {
  it("returns true for JSON objects only", () => {
    expect([{}, [], null, "a", 1, true, undefined].map((value) => isObject(value))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("define()", () => {
  it("sets properties with any name", () => {
    const target: Record<string, Json> = {};
    for (const name of ["a", "__proto__", "constructor"]) define(target, name, name);

    expect(Object.entries(target)).toEqual([
      ["a", "a"],
      ["__proto__", "__proto__"],
      ["constructor", "constructor"],
    ]);
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  });
});
