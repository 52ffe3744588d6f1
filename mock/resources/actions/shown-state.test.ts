import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const states = ["open", "pending", "resolved"];
const state = { ...text, enum: states };
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });

/** Resolves an open ticket, and returns its id with the answer. */
async function resolve(
  shown: JsonObject,
  { word = "resolve", body, schema = state }: { word?: string; body?: JsonObject; schema?: JsonObject } = {},
) {
  const ticket = {
    type: "object",
    properties: { id: { type: "integer" }, status: schema, payment_status: { ...text, enum: ["due", "paid"] } },
  };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const sent = { type: "object", properties: { status: state } };
  const paths = {
    "/tickets": { post: { requestBody: jsonBody(ticket), responses: fine(ticket) } },
    "/tickets/{id}": { parameters, get: { responses: fine(ticket) } },
    [`/tickets/{id}/${word}`]: {
      parameters,
      post: { ...(body && { requestBody: jsonBody(sent) }), responses: fine(object(shown)) },
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const { id } = (await ask(platform, "POST /tickets", { body: { status: "open", payment_status: "due" } })).value;
  const answer = await ask(platform, `POST /tickets/${id}/${word}`, body ? { body } : {});
  expect(answer.status).toBe(200);
  expect((await ask(platform, `GET /tickets/${id}`)).value.status).toBe("resolved");
  return { id, value: answer.value };
}

describe("the answer of an action", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["the current state", { current_status: { ...text, enum: ["open", "resolved"] } }, { current_status: "resolved" }],
    ["the new state", { newStatus: text, ok: { type: "boolean" } }, { newStatus: "resolved" }],
    ["the state of the noun", { ticket_status: text, n: { type: "integer" } }, { ticket_status: "resolved" }],
    ["a member with the values of the state", { outcome: state }, { outcome: "resolved" }],
    [
      "the state before",
      { previous_status: state, current_status: state },
      { previous_status: "open", current_status: "resolved" },
    ],
    [
      "an object with it",
      { payload: object({ ok: { type: "boolean" }, current_status: text }) },
      { payload: { current_status: "resolved" } },
    ],
    [
      "an object with the same name",
      { data: object({ done: { type: "boolean" }, status: state }) },
      { data: { status: "resolved" } },
    ],
    [
      "the longer name of two",
      { new_payment_status: text, new_status: text },
      { new_payment_status: "due", new_status: "resolved" },
    ],
  ])("shows %s", async (_, shown, expected) => {
    expect((await resolve(shown)).value).toMatchObject(expected);
    expect((await resolve(shown, { word: "toggle_status", body: { status: "resolved" } })).value).toMatchObject(
      expected,
    );
  });

  it("has the id of the item", async () => {
    const whole = { payload: object({ ok: { type: "boolean" }, ticket_id: { type: "number" } }), ticketId: text };
    const { id, value } = await resolve(whole);
    expect(value).toMatchObject({ payload: { ticket_id: id }, ticketId: String(id) });
  });
});

describe("the answer of an action does not show the state in", () => {
  it.each<[string, JsonObject]>([
    ["the state of another thing", { delivery_status: { ...text, enum: ["sent", "queued"] } }],
    ["a state of another thing without values", { job_status: { ...text, example: "queued" } }],
    ["a member without its value", { current_status: { ...text, enum: ["on", "off"] } }],
    ["a member of another type", { new_status: { type: "integer", example: 3 } }],
    ["an object about another thing", { result: object({ status: { ...text, enum: ["ok"] } }) }],
    [
      "an object with an id of its own",
      { shipment: object({ id: text, carrier: text, status: { ...text, enum: ["open", "resolved"] } }) },
    ],
    ["an id of another thing", { account_id: { type: "integer", example: 987654 } }],
    ["a list", { statuses: { type: "array", items: state, minItems: 3 } }],
  ])("%s", async (_, shown) => {
    const { id, value } = await resolve(shown);
    const values = [value, ...Object.values(value)].flatMap((each) => Object.values(Object(each)));
    expect(values.filter((each) => typeof each !== "object" && String(each).length > 1)).not.toContain("resolved");
    expect(Object.values(value)).not.toContain(id);
  });
});
