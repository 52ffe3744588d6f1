import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, compileGenerated, createRouter } from "../../contracts/index.ts";
import { type StateItem } from "../../formats/index.ts";
import { createFixtureLog } from "./fixture-log.ts";

const item = {
  type: "object",
  properties: {
    id: { type: "string" },
    state: { type: "string", enum: ["open", "shut"] },
    size: { type: "integer" },
    pin: { type: "string", writeOnly: true },
    api_key: { type: "integer" },
    note: { type: "string" },
    created_at: { type: "string" },
  },
};
const shows = (schema: object) => ({ description: "ok", content: { "application/json": { schema } } });
const ofItem = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] };
const document = {
  openapi: "3.1.0",
  info: { title: "Doors", version: "1" },
  paths: {
    "/doors": {
      get: { responses: { 200: shows({ type: "array", items: item }) } },
      post: { requestBody: shows(item), responses: { 201: shows(item) } },
    },
    "/doors/{id}": {
      ...ofItem,
      get: { responses: { 200: shows(item), 404: { description: "none" } } },
      put: { requestBody: shows(item), responses: { 204: { description: "done" } } },
      delete: { responses: { 204: { description: "done" } } },
    },
    "/doors/{id}/locks": { ...ofItem, get: { responses: { 200: shows({ type: "array", items: item }) } } },
  },
} as unknown as JsonObject;
const contract = compileGenerated(document, { api: "doors", file: "/doors.yaml" });
const router = createRouter(contract.operations);

type Call = readonly [line: string, status: number, answered?: Json | undefined, sent?: Json];

function collectionsOf(...calls: readonly Call[]): Record<string, readonly StateItem[] | number> {
  const log = createFixtureLog(3);
  for (const [line, status, answered, sent] of calls) {
    const [method = "", path = ""] = line.split(" ");
    const match = router.match(method, path);
    if (!match || !("operation" in match)) throw new Error(line);
    const headers = { "content-type": "application/json" };
    const body = answered === undefined ? "" : JSON.stringify(answered);
    const request = { method, path, headers, ...(sent !== undefined && { body: JSON.stringify(sent) }) };
    const hide = (text: string): string => text.replaceAll("t0ken", "***");
    log.seen(
      { request, response: { status, headers, body } },
      { operation: match.operation, contract, parameters: match.parameters, hide },
    );
  }
  return { ...log.state().collections, omitted: log.omitted() };
}

describe("createFixtureLog()", () => {
  it("keeps the latest state of each item: a list adds members, a read replaces them, and an empty response keeps the sent values", () => {
    const seen = collectionsOf(
      ["POST /doors", 201, { id: "a", size: 1, note: "new" }],
      ["GET /doors", 200, [{ id: "a", size: 2 }, { id: "b" }]],
      ["PUT /doors/a", 204, undefined, { size: 3 }],
      ["GET /doors/b", 200, { id: "b", state: "open" }],
      ["PUT /doors/c", 204, undefined, { size: 3 }],
    );

    expect(seen).toEqual({
      "/doors": [
        { id: "a", value: { id: "a", size: 3, note: "new" } },
        { id: "b", value: { id: "b", state: "open" } },
      ],
      omitted: 0,
    });
  });

  it("omits deleted items and the items below them", () => {
    const seen = collectionsOf(
      ["GET /doors", 200, [{ id: "a" }, { id: "b" }]],
      ["GET /doors/a/locks", 200, [{ id: "l" }]],
      ["DELETE /doors/a", 204],
      ["GET /doors/b", 404],
    );

    expect(seen).toEqual({ omitted: 0 });
  });

  it("contains no secret: by member name, by contract, or from the credentials of the request", () => {
    const seen = collectionsOf(["GET /doors", 200, [{ id: "a", pin: "1", api_key: 7, note: "by t0ken", size: 1 }]]);

    expect(seen["/doors"]).toEqual([{ id: "a", value: { id: "a", size: 1 } }]);
  });

  it("omits values that violate the contract, and counts the omissions", () => {
    const seen = collectionsOf([
      "GET /doors",
      200,
      [{ id: "a", size: "big", state: "ajar" }, { size: 1 }, { id: "c", more: 1 }, { id: "d" }, { id: "e" }],
    ]);

    expect(seen).toEqual({
      "/doors": [
        { id: "a", value: { id: "a" } },
        { id: "c", value: { id: "c", more: 1 } },
        { id: "d", value: { id: "d" } },
      ],
      omitted: 2,
    });
  });

  it("sorts items by creation if they show a creation time", () => {
    const seen = collectionsOf([
      "GET /doors",
      200,
      [
        { id: "b", created_at: "2" },
        { id: "a", created_at: "1" },
      ],
    ]);

    expect((seen["/doors"] as readonly StateItem[]).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
