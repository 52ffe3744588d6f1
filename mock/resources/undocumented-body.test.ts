import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type RequestOptions, ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const text = { type: "string" };
const whole = { type: "integer" };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ok = (schema: JsonObject): JsonObject => ({ "200": { description: "Fine.", ...json(schema) } });
const parameters = [{ name: "id", in: "path", required: true, schema: text }];
const lamp = { type: "object", properties: { id: text, title: text, watts: whole, made: { ...text, readOnly: true } } };
const onlyId = { type: "object", properties: { id: text } };

/** A platform whose writing operations document no request body, or another that has no content. */
async function servingLamps(item: JsonObject, requestBody?: JsonObject): Promise<Platform> {
  const write = { ...(requestBody && { requestBody }), responses: ok(item) };
  const paths = {
    "/lamps": { post: write, get: { responses: ok({ type: "array", items: item }) } },
    "/lamps/{id}": { parameters, get: { responses: ok(item) }, put: write, patch: write },
    "/lamps/{id}/light": { parameters, post: { responses: ok(item) } },
  };
  return platformServing([await scratch.load({ paths })]);
}

async function create(platform: Platform, options: RequestOptions): Promise<string> {
  const { status, value } = await ask(platform, "POST /lamps", options);
  expect(status).toBe(200);
  return String((value as JsonObject)["id"]);
}

describe("a body that an operation does not document", () => {
  it.each<[string, JsonObject, JsonObject | undefined]>([
    ["no request body", lamp, undefined],
    ["a request body without content", lamp, { content: {} }],
  ])("is stored by an operation with %s", async (_, item, requestBody) => {
    const platform = await servingLamps(item, requestBody);
    const id = await create(platform, { body: { title: "Desk", watts: 7 } });

    expect((await ask(platform, `GET /lamps/${id}`)).value).toMatchObject({ id, title: "Desk", watts: 7 });
    expect((await ask(platform, "GET /lamps")).value).toMatchObject([{ id, title: "Desk" }]);
    await ask(platform, `PATCH /lamps/${id}`, { body: { watts: 9 } });
    expect((await ask(platform, `GET /lamps/${id}`)).value).toMatchObject({ title: "Desk", watts: 9 });
    await ask(platform, `PUT /lamps/${id}`, { body: { title: "Floor" } });
    expect((await ask(platform, `GET /lamps/${id}`)).value).toMatchObject({ title: "Floor" });
  });

  it("may be a form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const platform = await servingLamps(lamp);
    const id = await create(platform, { headers, body: Buffer.from("title=Desk%20lamp") });

    expect((await ask(platform, `GET /lamps/${id}`)).value).toMatchObject({ title: "Desk lamp" });
  });

  it("sets no member that is readOnly in the response", async () => {
    const platform = await servingLamps(lamp);
    const id = await create(platform, { body: { title: "Desk", made: "here" } });

    expect((await ask(platform, `GET /lamps/${id}`)).value).not.toMatchObject({ made: "here" });
  });

  it.each<[string, JsonObject, Json]>([
    ["a schema of the id alone", onlyId, { title: "Desk", size: { high: 3 } }],
    ["a schema of any object", { type: "object" }, { title: "Desk", size: { high: 3 } }],
    ["a closed schema", { ...onlyId, additionalProperties: false }, {}],
    ["other members", { ...onlyId, properties: { id: text, title: text, watts: whole } }, { title: "Desk" }],
  ])("is shown as far as %s allows it", async (_, item, shown) => {
    const platform = await servingLamps(item);
    const made = await ask(platform, "POST /lamps", { body: { id: "l-1", title: "Desk", size: { high: 3 } } });
    const { id: __, ...members } = (await ask(platform, "GET /lamps/l-1")).value as JsonObject;

    expect(made.status).toBe(200);
    expect(members).toEqual(shown);
  });

  it("is refused if the response cannot show a member that has its name", async () => {
    const platform = await servingLamps(lamp);

    expect((await ask(platform, "POST /lamps", { body: { watts: "many" } })).status).toBe(400);
  });

  it.each<[string, RequestOptions]>([
    ["text", { headers: { "content-type": "text/plain" }, body: Buffer.from("title") }],
    ["broken JSON", { headers: { "content-type": "application/json" }, body: Buffer.from('{"title') }],
  ])("is ignored if it is %s", async (_, options) => {
    const platform = await servingLamps(lamp);

    expect((await ask(platform, "POST /lamps", options)).status).toBe(200);
  });

  it("changes nothing by an action", async () => {
    const platform = await servingLamps(lamp);
    const id = await create(platform, { body: { title: "Desk" } });
    await ask(platform, `POST /lamps/${id}/light`, { body: { title: "Other" } });

    expect((await ask(platform, `GET /lamps/${id}`)).value).toMatchObject({ title: "Desk" });
  });
});
