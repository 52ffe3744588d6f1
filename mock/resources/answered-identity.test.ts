import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const body = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const host = { host: "mock.test" };
const boat = { id: whole, name: text, account_id: whole };

/** Answer of a create, in a document whose items are boats with a number as their id. */
async function create(answer: JsonObject, { item = boat, sent = { name: text } }: Documented = {}) {
  const parameters = [{ name: "boatId", in: "path", required: true, schema: whole }];
  const responses = { "201": { description: "Made.", ...body(answer) } };
  const ok = { "200": { description: "Fine.", ...body(object(item)) } };
  const platform = await platformServing([
    await scratch.load({
      paths: {
        "/boats": { post: { requestBody: body({ type: "object", properties: sent }), responses } },
        "/boats/{boatId}": { parameters, get: { responses: ok } },
      },
    }),
  ]);
  const made = await ask(platform, "POST /boats", { headers: host, body: { name: "Anna" } });
  return { platform, answer: made.value as JsonObject };
}

interface Documented {
  readonly item?: JsonObject;
  readonly sent?: JsonObject;
}

const high = { ...whole, minimum: 70 };
const shown = { example: 33_334_444 };

describe("the answer of a create that does not show the item", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["an id of another name", object({ entity_id: { ...whole, ...shown } }), { entity_id: 1 }],
    ["an id in another type", object({ recordId: text }), { recordId: "1" }],
    ["an id within a wrapper", object({ data: object({ uuid: text }) }), { data: { uuid: "1" } }],
    [
      "an id beside a URL",
      object({ new_id: whole, location: text }),
      { new_id: 1, location: "http://mock.test/boats/1" },
    ],
    ["a URL alone", object({ location: text }), { location: "http://mock.test/boats/1" }],
    ["a URL of another name", object({ resource_location: text }), { resource_location: "http://mock.test/boats/1" }],
  ])("has %s of the new item", async (_, schema, expected) => {
    const { platform, answer } = await create(schema);

    expect(answer).toEqual(expected);
    expect((await ask(platform, "GET /boats/1")).value).toMatchObject({ id: 1, name: "Anna" });
  });

  it("shows the location that an item has of its own", async () => {
    const item = { ...boat, location: text };
    const { answer } = await create(object({ id: whole, location: text }), { item });

    expect(answer["location"]).not.toContain("http");
  });

  it.each<[string, JsonObject, Documented]>([
    ["is one of two ids", object({ job_id: high, batch_id: high }), {}],
    ["a request has", object({ harbour_id: high }), { sent: { name: text, harbour_id: whole } }],
  ])("guesses no id that %s", async (_, schema, documented) => {
    const { answer } = await create(schema, documented);

    expect(Object.values(answer)).not.toContain(1);
  });
});

describe("the header Location of a create", () => {
  it.each<[string, JsonObject, boolean, string]>([
    ["is a path", text, true, "/boats/1"],
    ["is a URL where the document asks for one", { ...text, format: "uri" }, true, "http://mock.test/boats/1"],
    ["is below the collection without a path of items", { ...text, format: "uri" }, false, "http://mock.test/boats/"],
  ])("%s", async (_, schema, hasItems, expected) => {
    const parameters = [{ name: "boatId", in: "path", required: true, schema: whole }];
    const responses = { "201": { description: "Made.", headers: { Location: { schema } } } };
    const list = { "200": { description: "Fine.", ...body({ type: "array", items: object(boat) }) } };
    const item = { parameters, get: { responses: { "200": { description: "Fine.", ...body(object(boat)) } } } };
    const boats = { get: { responses: list }, post: { requestBody: body(object({ name: text })), responses } };
    const paths = hasItems ? { "/boats": boats, "/boats/{boatId}": item } : { "/boats": boats };
    const platform = await platformServing([await scratch.load({ paths })]);

    const made = await ask(platform, "POST /boats", { headers: host, body: { name: "Anna" } });
    expect(made.headers["location"]).toContain(expected);
  });
});

describe("a create whose request has a list of other things", () => {
  it("creates one item", async () => {
    const sent = {
      name: text,
      width: whole,
      length: whole,
      owners: { type: "array", items: object({ id: whole, name: text }) },
    };
    const { platform, answer } = await create(object({ entity_id: whole }), {
      item: { ...boat, width: whole, length: whole },
      sent,
    });

    expect(answer).toEqual({ entity_id: 1 });
    expect((await ask(platform, "GET /boats/1")).value).toMatchObject({ name: "Anna" });
  });
});
