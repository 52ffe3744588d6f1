import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";
import { withExampleEnvelope } from "./example-envelope.ts";

const scratch = createScratch();

const tree = { tree_id: 70, name: "Oak", height: 3.5, visits: 0, link: "/t/70", planted_by: "Ann" };
const around = { code: 200, message: "Here it is.", errors: [{ code: 5 }] };
const pages = { total: 90, next_url: "/trees?page=2", message: "Here they are." };

type Answer = (example: Json) => JsonObject;

/** Responses without schemas in the forms that documents have. */
const forms: Readonly<Record<string, Answer>> = {
  example: (example) => ({ content: { "application/json": { example } } }),
  "named examples": (value) => ({ content: { "application/json": { examples: { one: { value } } } } }),
  "JSON in a text": (value) => ({ content: { "application/json": { example: JSON.stringify(value) } } }),
  "a schema of any object": (example) => ({ content: { "application/json": { schema: { type: "object" }, example } } }),
};

function pathsWith(answer: Answer): JsonObject {
  const ok = (example: Json, status = "200"): JsonObject => ({
    [status]: { description: "Fine.", ...answer(example) },
  });
  const one = { ...around, data: tree };
  return {
    "/trees": {
      post: { responses: ok({ ...one, message: "It is planted." }, "201") },
      get: { responses: ok({ ...pages, data: [tree, { ...tree, tree_id: 71 }] }) },
    },
    "/trees/{tree_id}": {
      get: { responses: ok(one) },
      put: { responses: ok({ ...one, message: "It is changed." }) },
      delete: { responses: { "204": { description: "Felled." } } },
    },
  };
}

const treeId = { name: "tree_id", in: "path", required: true };

/** Adds the path parameter of items. */
function withParameter(paths: JsonObject, parameter: JsonObject): JsonObject {
  const item = paths["/trees/{tree_id}"] as JsonObject;
  return { ...paths, "/trees/{tree_id}": { ...item, parameters: [{ ...treeId, ...parameter }] } };
}

async function assertPlantedAndRead(platform: Platform): Promise<void> {
  const made = await ask(platform, "POST /trees", { body: { name: "Elm", height: "tall" } });
  const { tree_id: id } = made.value.data;

  expect(made.status).toBe(201);
  expect(id).toBe(1);
  expect(made.value).toEqual({
    code: 200,
    message: "It is planted.",
    data: expect.objectContaining({ tree_id: 1, name: "Elm", height: "tall", visits: 0 }) as JsonObject,
  });
  expect(made.value.data).not.toHaveProperty("planted_by");
  expect((await ask(platform, "GET /trees/1")).value).toMatchObject({ message: "Here it is.", data: { name: "Elm" } });
  expect((await ask(platform, "GET /trees")).value).toEqual({
    total: 1,
    message: "Here they are.",
    data: [expect.objectContaining({ tree_id: 1, name: "Elm" }) as JsonObject],
  });
  await ask(platform, "PUT /trees/1", { body: { name: "Ash" } });
  expect((await ask(platform, "GET /trees/1")).value.data).toMatchObject({ tree_id: 1, name: "Ash" });
  expect((await ask(platform, "DELETE /trees/1")).status).toBe(204);
  expect((await ask(platform, "GET /trees/1")).status).toBe(404);
  expect((await ask(platform, "GET /trees/70")).status).toBe(404);
}

describe("a document whose responses have examples and no schema", () => {
  it.each(Object.entries(forms))("is served from %s", async (_, answer) => {
    const paths = withParameter(pathsWith(answer), { schema: { type: "integer" } });

    await assertPlantedAndRead(await platformServing([await scratch.load({ paths })]));
  });

  it.each<[string, Answer]>([
    ["values", (value) => ({ examples: { "application/json": value } })],
    ["texts", (value) => ({ examples: { "application/json": JSON.stringify(value) } })],
  ])("is served from the examples of OpenAPI 2.0 that are %s", async (_, answer) => {
    const document = {
      swagger: "2.0",
      info: { title: "Trees", version: "1.0.0" },
      produces: ["application/json"],
      paths: withParameter(pathsWith(answer), { type: "integer" }),
    };

    await assertPlantedAndRead(await platformServing([await scratch.load(document)]));
  });

  it("has items of its examples under each key where no operation creates them", async () => {
    const all = withParameter(pathsWith(forms["example"] as Answer), { schema: { type: "integer" } });
    const paths = { "/trees/{tree_id}": { ...(all["/trees/{tree_id}"] as JsonObject), put: undefined } };
    const platform = await platformServing([
      await scratch.load({ paths: JSON.parse(JSON.stringify(paths)) as JsonObject }),
    ]);

    expect((await ask(platform, "GET /trees/12")).value).toMatchObject({ data: { tree_id: 12, name: "Oak" } });
  });

  it("answers an action with its example and what was sent", async () => {
    const responses = {
      "200": { description: "Done.", content: { "application/json": { example: { mode: "slow", left: 4 } } } },
    };
    const platform = await platformServing([await scratch.load({ paths: { "/water": { post: { responses } } } })]);

    expect((await ask(platform, "POST /water")).value).toEqual({ mode: "slow", left: 4 });
  });
});

describe("withExampleEnvelope()", () => {
  it.each<[string, Json, Json, readonly string[], Json]>([
    ["members beside the item", { item: {} }, { ok: true, item: {} }, ["item"], { ok: true, item: {} }],
    ["what is known first", { ok: false, item: {} }, { ok: true, item: {} }, ["item"], { ok: false, item: {} }],
    [
      "members at each level",
      { a: { b: [] } },
      { x: 1, a: { y: 2, b: [3] } },
      ["a", "b"],
      { x: 1, a: { y: 2, b: [] } },
    ],
    ["no members of the item", { item: {} }, { item: { name: "Oak" } }, ["item"], { item: {} }],
    ["no faults", { item: {} }, { error: "no", errors_count: 1, warnings: ["old"], item: {} }, ["item"], { item: {} }],
    ["no entries of lists", { item: {} }, { roles: ["a"], item: {} }, ["item"], { roles: [], item: {} }],
    ["no links to other pages", { list: [] }, { next: "/?page=2", list: [] }, ["list"], { list: [] }],
    ["nothing to a bare item", { name: "Elm" }, { name: "Oak", size: 1 }, [], { name: "Elm" }],
    ["nothing without an example", { item: {} }, null, ["item"], { item: {} }],
  ])("adds %s", (_, value, example, steps, expected) => {
    expect(withExampleEnvelope(value, example, steps)).toEqual(expected);
  });
});
