import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });
const flow = {
  type: "object",
  properties: {
    id: text,
    name: text,
    title: text,
    description: text,
    reason: text,
    version_id: text,
    priority: text,
    active: { type: "boolean" },
    status: { ...text, enum: ["draft", "published", "canceled", "archived"] },
    updated_at: { ...text, format: "date-time" },
  },
};
const made = { name: "A", title: "B", description: "C", status: "draft", active: false };

/** Creates a flow, carries out an action on it, and returns the members that have changed. */
async function changedBy(
  action: string,
  body: JsonObject,
  {
    described = {},
    required = [],
    whole = false,
  }: { described?: JsonObject; required?: string[]; whole?: boolean } = {},
): Promise<JsonObject> {
  const [method = "", word = ""] = action.split(" ");
  const names = Object.keys(body);
  const sent = Object.fromEntries(names.map((name) => [name, { description: described[name] ?? "" }]));
  const schema = whole ? flow : { type: "object", properties: sent, required };
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const paths = {
    "/flows": { post: { requestBody: jsonBody(flow), responses: fine(flow) } },
    "/flows/{id}": { parameters, get: { responses: fine(flow) } },
    [`/flows/{id}/${word}`]: {
      parameters,
      [method.toLowerCase()]: { requestBody: jsonBody(schema), responses: fine(flow) },
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const before = (await ask(platform, "POST /flows", { body: made })).value;
  const { status } = await ask(platform, `${method} /flows/${before.id}/${word}`, { body });
  expect(status).toBe(200);
  const after: JsonObject = (await ask(platform, `GET /flows/${before.id}`)).value;
  const { updated_at: _, ...changed } = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name] !== value),
  );
  return changed;
}

describe("an action that leads to a state", () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      "POST activate",
      { version_id: "v1", name: "First release", description: "x" },
      { active: true, version_id: "v1" },
    ],
    ["POST activate", { name: "First release" }, { active: true }],
    ["POST publish", { title: "Spring", description: "Notes" }, { status: "published" }],
    ["PUT publish", { name: "Spring" }, { status: "published" }],
    ["POST cancel", { description: "Too late", reason: "late" }, { status: "canceled", reason: "late" }],
    ["POST archive", { title: "Old" }, { status: "archived" }],
    ["POST cancel", { name: "x", status: "archived" }, { status: "archived" }],
  ])("%s with %o leaves the texts of the item", async (action, body, changed) => {
    expect(await changedBy(action, body)).toEqual(changed);
  });

  it("leaves a text that is described as that of another thing", async () => {
    const described = { name: "Optional name for the flow version during activation." };
    expect(await changedBy("POST activate", { name: "First" }, { described })).toEqual({ active: true });
  });
});

describe("the texts of an item are set by", () => {
  it.each<[string, string, JsonObject, JsonObject, Parameters<typeof changedBy>[2]]>([
    ["an action without a state", "POST rename", { name: "New" }, { name: "New" }, {}],
    ["a partial change", "PATCH publish", { name: "New" }, { name: "New", status: "published" }, {}],
    [
      "a required member",
      "POST publish",
      { name: "New" },
      { name: "New", status: "published" },
      { required: ["name"] },
    ],
    [
      "a text for the item",
      "POST publish",
      { title: "New" },
      { title: "New", status: "published" },
      { described: { title: "Title of the flow." } },
    ],
    [
      "a new text",
      "POST publish",
      { name: "New" },
      { name: "New", status: "published" },
      { described: { name: "The new name" } },
    ],
    ["the whole item", "POST publish", { ...made, name: "New" }, { name: "New" }, { whole: true }],
  ])("%s", async (_, action, body, changed, options) => {
    expect(await changedBy(action, body, options)).toMatchObject(changed);
  });
});
