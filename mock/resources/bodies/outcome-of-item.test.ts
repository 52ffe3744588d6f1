import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const states = { type: "string", enum: ["ok", "failed"] };
const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const shown = (status: string, schema: Json): JsonObject => ({ [status]: { description: "", ...content(schema) } });
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const check = (property = "status", values: JsonObject = states): JsonObject =>
  objectOf({ id: { ...text, readOnly: true }, name: text, [property]: values });
const parameters = [{ name: "id", in: "path", required: true, schema: text }];

interface Form {
  /** Answer of the action. */
  readonly answer: JsonObject;
  readonly item?: JsonObject;
  readonly property?: string;
  /** Response of the read of an item. */
  readonly read?: JsonObject;
  /** Operation at a path of its own instead of the create. */
  readonly action?: string;
}

/** Lets an action make a check that failed. Returns the body. */
async function answerOf({ answer, item = check(), property = "status", read = item, action }: Form) {
  const sent = { type: "object", properties: { name: text, [property]: states } };
  const act = { requestBody: content(sent), responses: shown("200", answer) };
  const collection = {
    "/checks": {
      get: { responses: shown("200", { type: "array", items: item }) },
      post: action === undefined ? act : { requestBody: content(sent), responses: shown("201", item) },
    },
    "/checks/{id}": { parameters, get: { responses: shown("200", read) } },
  };
  const own = action === undefined ? {} : { [action]: { ...(action.includes("{") && { parameters }), post: act } };
  const platform = platformServing([compileInMemory({ paths: { ...collection, ...own } })]);
  const body = { name: "n", [property]: "failed" };
  const { value } = await ask(platform, "POST /checks", { body });
  if (action === undefined) return value;
  return (await ask(platform, `POST ${action.replace("{id}", value.id)}`, { body })).value;
}

describe("the answer of an action that makes something with a state", () => {
  it.each<[string, Form, JsonObject]>([
    ["in an object", { answer: objectOf({ status: states, check: check() }) }, { status: "failed" }],
    ["the state first by another name", { answer: objectOf({ result: states, check: check() }) }, { result: "failed" }],
    [
      "an item with another name for it",
      { answer: objectOf({ status: states, check: check("result") }), item: check("result"), property: "result" },
      { status: "failed" },
    ],
    ["with a message", { answer: objectOf({ status: states, message: text, check: check() }) }, { status: "failed" }],
    ["in data", { answer: objectOf({ status: states, data: check() }) }, { status: "failed" }],
    [
      "without a collection of items",
      { answer: objectOf({ status: states, report: objectOf({ status: states, note: text }) }), action: "/ping" },
      {},
    ],
    [
      "below an item",
      {
        answer: objectOf({ status: states, report: objectOf({ status: states, note: text }) }),
        action: "/checks/{id}/probe",
      },
      {},
    ],
  ])("has that state: %s", async (_, form, expected) => {
    const value = await answerOf(form);
    const [outer, inner] = [value, Object.values(value).find((each) => typeof each === "object")].map(
      (each) => each.status ?? each.result,
    );

    expect(value).toMatchObject(expected);
    expect(outer).toBe(inner);
  });

  it.each<[string, Form, JsonObject]>([
    [
      "reads have it around their items too",
      { answer: objectOf({ status: states, check: check() }), read: objectOf({ status: states, check: check() }) },
      { status: "ok" },
    ],
    [
      "its values are others",
      { answer: objectOf({ status: { type: "string", enum: ["ok", "error"] }, check: check() }) },
      { status: "ok" },
    ],
    ["it is a flag", { answer: objectOf({ success: { type: "boolean" }, check: check() }) }, { success: true }],
    [
      "the item existed before",
      { answer: objectOf({ status: states, check: check() }), action: "/checks/{id}/verify" },
      { status: "ok" },
    ],
    ["there is no item", { answer: objectOf({ status: states, message: text }), action: "/ping" }, {}],
  ])("says that it succeeded where %s", async (_, form, expected) => {
    expect(await answerOf(form)).toMatchObject(expected);
  });
});
