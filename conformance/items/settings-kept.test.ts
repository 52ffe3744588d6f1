import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, createRouter } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createTracker } from "./create-tracker.ts";

const text: JsonObject = { type: "string" };
const teams: JsonObject = { type: "array", items: text };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const shown = (schema: JsonObject): JsonObject => ({ 200: { description: "", ...json(schema) } });
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});
const settings = object({ team_id: text, color: text }, "color");

interface Form {
  readonly schema?: JsonObject;
  readonly method?: string;
  readonly path?: string;
}

/** The body that is sent in place of another one, or the reason why none is, after what is there was read. */
function spare(
  read: Json | undefined,
  body: Json,
  { schema = settings, method = "put", path = "/settings" }: Form = {},
) {
  const template = path.replace("/1", "/{id}");
  const parameters = template === path ? [] : [{ name: "id", in: "path", required: true, schema: text }];
  const contract = compileInMemory({
    paths: {
      [template]: {
        parameters,
        get: { responses: shown(schema) },
        [method]: { requestBody: json(schema), responses: shown(schema) },
      },
      "/users": {
        get: { responses: shown({ type: "array", items: schema }) },
        post: { requestBody: json(schema), responses: shown(schema) },
      },
      "/teams": { get: { responses: shown({ type: "array", items: object({ id: text }) }) } },
      "/teams/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: shown(object({ id: text })) },
      },
    },
  });
  const find = (wanted: string) => contract.operations.find((each) => `${each.method} ${each.path}` === wanted)!;
  const tracker = createTracker(createRouter(contract.operations));
  const headers = { "content-type": "application/json" };
  const response = { status: 200, headers, body: JSON.stringify(read) };
  if (read !== undefined)
    tracker.recordBefore(
      { request: { method: "GET", path, headers: {} }, response } as never,
      find(`GET ${template}`),
      contract,
    );
  const operation = find(`${method.toUpperCase()} ${template}`);
  const asked = { method: operation.method, path, headers, body: JSON.stringify(body) };
  const request = tracker.spareOthers({ request: asked, operation, contract });
  const reason = tracker.reasonNotToSend({ request, operation, contract });
  return reason === undefined ? (JSON.parse(request.body ?? "null") as Json) : "not sent";
}

describe("a replacement of settings that refer to other items", () => {
  it.each<[string, Json, Json, Json, JsonObject?]>([
    [
      "the one that was read",
      { team_id: "t1", color: "red" },
      { team_id: "x", color: "blue" },
      { team_id: "t1", color: "blue" },
    ],
    [
      "the same one",
      { team_id: "t1", color: "red" },
      { team_id: "t1", color: "blue" },
      { team_id: "t1", color: "blue" },
    ],
    ["none where none was read", { color: "red" }, { team_id: "x", color: "blue" }, { color: "blue" }],
    [
      "several",
      { teams: ["t1", "t2"], color: "red" },
      { teams: ["x"], color: "blue" },
      { teams: ["t1", "t2"], color: "blue" },
      object({ teams, color: text }),
    ],
    ["none of its own", { team_id: "t1", color: "red" }, { color: "blue" }, { color: "blue" }],
  ])("keeps %s", (_, read, body, expected, schema = settings) => {
    expect(spare(read, body, { schema })).toEqual(expected);
  });

  it.each<[string, Json | undefined, Json, Form?]>([
    ["was not read", undefined, { team_id: "x", color: "blue" }],
    [
      "needs a reference that was not read",
      { color: "red" },
      { team_id: "x", color: "blue" },
      { schema: object({ team_id: text, color: text }, "team_id") },
    ],
    [
      "is an item of a collection",
      { team_id: "t1", color: "red" },
      { team_id: "x", color: "b" },
      { schema: object({ id: text, team_id: text, color: text }), path: "/users/1" },
    ],
    [
      "has a secret",
      { team_id: "t1", color: "red" },
      { team_id: "x", password: "p" },
      { schema: object({ team_id: text, password: text }) },
    ],
  ])("is not sent if it %s", (_, read, body, form) => {
    expect(spare(read, body, form)).toBe("not sent");
  });
});
