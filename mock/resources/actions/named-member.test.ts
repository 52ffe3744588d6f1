import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const flag = { type: "boolean" };
const jsonBody = (schema: JsonObject, example?: JsonObject): JsonObject => ({
  content: { "application/json": { schema, ...(example && { example }) } },
});
const order = {
  type: "object",
  properties: {
    id: text,
    notes: text,
    state: { type: "integer" },
    status: { ...text, enum: ["active", "inactive"] },
    phase: text,
    tags: { type: "array", items: text },
    hosts: { type: "array", items: { type: "object", properties: { id: text, zone: text } } },
    grants: { type: "array", items: { type: "object", properties: { raw: text } } },
    policy: { type: "object", properties: { level: { type: "integer" }, strict: flag } },
    isFavorite: flag,
    locked: flag,
  },
};
const made = {
  notes: "A",
  state: 1,
  status: "active",
  phase: "draft",
  tags: ["web"],
  policy: { level: 1 },
  hosts: [{ id: "a", zone: "x" }, { id: "b" }],
};

interface Action {
  readonly query?: string;
  readonly body?: JsonObject;
  /** Status, schema and example of the response. Default: an empty object. */
  readonly answer?: readonly [status: string, schema: JsonObject, example?: JsonObject];
}

/** Creates an order, carries out actions on it, and returns it with the answer of the last one. */
async function after(names: readonly string[], { query, body, answer }: Action) {
  const [status, schema, example] = answer ?? ["200", { type: "object" }];
  const id = { name: "id", in: "path", required: true, schema: text };
  const shown = { "200": { description: "", ...jsonBody(order) }, "404": { description: "" } };
  const sent = { type: "object", properties: Object.fromEntries(Object.keys(body ?? {}).map((name) => [name, {}])) };
  const withActions = Object.groupBy(names, (name) => name.split(" ")[1] as string);
  const actions = Object.entries(withActions).map(([word, all = []]) => {
    const operations = all.map((name): [string, JsonObject] => [
      (name.split(" ")[0] as string).toLowerCase(),
      {
        parameters: [id, ...(query ? [{ name: query.split("=")[0] as string, in: "query", schema: text }] : [])],
        ...(body && { requestBody: jsonBody(enumerated(sent, body)) }),
        responses: { [status]: { description: "", ...jsonBody(schema, example) }, "404": { description: "" } },
      },
    ]);
    return [`/orders/{id}/${word}`, Object.fromEntries(operations)];
  });
  const paths = {
    "/orders": { post: { requestBody: jsonBody(order), responses: shown }, get: { responses: shown } },
    "/orders/{id}": { parameters: [id], get: { responses: shown }, put: { responses: shown } },
    ...Object.fromEntries(actions),
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const { value } = await ask(platform, "POST /orders", { body: made });
  let answered: JsonObject = {};
  for (const name of names) {
    const [method, word] = name.split(" ");
    const path = `/orders/${value.id}/${word}${query ? `?${query}` : ""}`;
    answered = (await ask(platform, `${method} ${path}`, body ? { body } : {})).value;
  }
  return { item: (await ask(platform, `GET /orders/${value.id}`)).value, answered, id: value.id };
}

/** The action word of a body is one of an enum. */
function enumerated(sent: { readonly properties: JsonObject }, body: JsonObject): JsonObject {
  const action = body["action"];
  return action === undefined
    ? sent
    : { ...sent, properties: { ...sent.properties, action: { ...text, enum: ["activate", "deactivate"] } } };
}

describe("an action whose path names a member", () => {
  it.each<[string, Action, JsonObject]>([
    ["PUT notes", { body: { Text: "B" } }, { notes: "B" }],
    ["PUT notes", { body: { value: "B" } }, { notes: "B" }],
    ["POST updatenotes", { body: { notes: "B" } }, { notes: "B" }],
    ["POST set_notes", { query: "value=B" }, { notes: "A" }],
    ["POST notes", { query: "notes=B" }, { notes: "B" }],
    ["PUT state", { body: { newState: "text" } }, { state: 1 }],
    ["PUT tags", { body: { tags: ["vip"] } }, { tags: ["vip"] }],
    ["POST tags", { body: { tags: ["vip", "web"] } }, { tags: ["web", "vip"] }],
    ["POST set_tags", { body: { tags: ["vip"] } }, { tags: ["vip"] }],
    ["POST tag", { body: { name: "vip" } }, { tags: ["web", "vip"] }],
    ["POST removeTag", { body: { tag: "web" } }, { tags: [] }],
    ["POST removeTags", { body: { tags: ["web", "none"] } }, { tags: [] }],
    ["POST unassign-tags", { body: { tags: ["web"] } }, { tags: [] }],
    ["POST policy", { body: { level: 2 } }, { policy: { level: 2 } }],
    ["PATCH policy", { body: { strict: true } }, { policy: { level: 1, strict: true } }],
    ["PUT policy", { body: { policy: { level: 3 } } }, { policy: { level: 3 } }],
    ["PUT policy", { body: { colour: "red", level: 2 } }, { policy: { level: 1 } }],
    ["POST favorite", {}, { isFavorite: true }],
  ])("%s with %j leads to %j", async (name, action, expected) => {
    expect((await after([name], action)).item).toMatchObject(expected);
  });

  it.each<[readonly string[], JsonObject]>([
    [["POST favorite", "DELETE favorite"], { isFavorite: false }],
    [["PUT lock", "DELETE lock"], { locked: false }],
    [["POST tags", "DELETE tags"], { tags: ["web"] }],
  ])("is undone by DELETE: %j", async (names, expected) => {
    const action = names[0] === "POST tags" ? { body: { tags: ["vip"] } } : {};

    expect((await after(names, action)).item).toMatchObject(expected);
  });

  it("leads to the state that its example shows, where the schema lists none", async () => {
    const run = { type: "object", properties: { phase: text } };

    expect((await after(["POST schedules"], { answer: ["200", run, { phase: "Scheduled" }] })).item).toMatchObject({
      phase: "Scheduled",
    });
    expect((await after(["POST schedules"], { answer: ["200", run, { phase: "Waiting" }] })).item).toMatchObject({
      phase: "draft",
    });
  });

  it.each([
    ["POST deactivate", true],
    ["POST lock", true],
    ["POST fork", false],
  ])("and is answered with 201, %s: the item is the same: %j", async (name, isSame) => {
    const { answered, id } = await after([name], { answer: ["201", order] });

    expect(answered["id"] === id).toBe(isSame);
  });
});
