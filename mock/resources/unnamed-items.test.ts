import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const body = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ok = (schema?: JsonObject): JsonObject => ({ "200": { description: "Fine.", ...(schema && body(schema)) } });

/** A platform whose items are read as a schema says, and created by a request with other members. */
async function platformOf(created: JsonObject, responses: JsonObject, read: JsonObject = object({})) {
  const parameters = [{ name: "productNumber", in: "path", required: true, schema: text }];
  return platformServing([
    await scratch.load({
      paths: {
        "/products": { post: { requestBody: body(created), responses } },
        "/products/{productNumber}": {
          get: { parameters, responses: ok(read) },
          put: { parameters, requestBody: body(created), responses: ok(read) },
          delete: { parameters, responses: ok() },
        },
      },
    }),
  ]);
}

const named = object({ number: text, title: text });
const envelope = object({ infos: object({ info: text }), items: object({ total: text }) });
const unnamed = object({ title: text, closed: text });

describe("items whose responses show no key", () => {
  it.each<[string, JsonObject]>([
    ["number", named],
    ["productNumber", object({ productNumber: text, title: text })],
    ["product_number", object({ product_number: text, title: text })],
  ])("have the key that a client sends as %s", async (name, created) => {
    const platform = await platformOf(created, ok(envelope), envelope);

    expect((await ask(platform, "POST /products", { body: { [name]: "P-1", title: "A" } })).status).toBe(200);
    expect((await ask(platform, "GET /products/P-1")).status).toBe(200);
    expect((await ask(platform, "GET /products/P-2")).status).toBe(404);
    expect((await ask(platform, "DELETE /products/P-1")).status).toBe(200);
    expect((await ask(platform, "GET /products/P-1")).status).toBe(404);
  });

  it.each<[string, JsonObject]>([
    ["nothing", ok()],
    ["other members", ok(object({ message: text }))],
  ])("exist under every key until they are deleted, if a create shows %s", async (_, responses) => {
    const platform = await platformOf(unnamed, responses);

    expect((await ask(platform, "POST /products", { body: { title: "A" } })).status).toBe(200);
    expect((await ask(platform, "GET /products/7")).status).toBe(200);
    expect((await ask(platform, "DELETE /products/7")).status).toBe(200);
    expect((await ask(platform, "GET /products/7")).status).toBe(404);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["shows its key", ok(object({ productNumber: text })), object({ productNumber: text })],
    ["answers with a text", ok(text), object({})],
    ["has a Location", { "200": { description: "", headers: { Location: { schema: text } } } }, object({})],
  ])("are missing before they are created, if a create %s", async (_, responses, read) => {
    const platform = await platformOf(unnamed, responses, read);

    expect((await ask(platform, "GET /products/7")).status).toBe(404);
  });
});

describe("an item without a key, at a path with a slug", () => {
  it.each([
    ["slug", "Getting Paid!", [404, 200, 200, 404]],
    ["page_slug", "Été", [404, 200, 200, 404]],
    ["code", "Getting Paid!", [404, 404, 404, 404]],
  ])("is named {%s} after its title %s", async (name, title, expected) => {
    const slug = title === "Été" ? "ete" : "getting-paid";
    const parameter = { name, in: "path", required: true, schema: text };
    const none = { description: "" };
    const paths = {
      "/docs": { post: { requestBody: body(object({ title: text })), responses: { "201": none } } },
      [`/docs/{${name}}`]: {
        parameters: [parameter],
        get: { responses: { "200": none, "404": none } },
        delete: { responses: { "204": none, "404": none } },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const read = async (key: string) => (await ask(platform, `GET /docs/${key}`)).status;
    const before = await read(slug);
    for (let count = 0; count < 2; count++) await ask(platform, "POST /docs", { body: { title } });
    const made = [await read(slug), await read(`${slug}-2`)];
    await ask(platform, `DELETE /docs/${slug}`);

    expect([before, ...made, await read(slug)]).toEqual(expected);
  });
});

describe("an item that is read as a list of one", () => {
  it("is created, read, changed and deleted", async () => {
    const shown = object({ productNumber: text, title: text });
    const platform = await platformOf(shown, ok(shown), { type: "array", items: shown });
    const item = { productNumber: "P-1", title: "A" };

    await ask(platform, "POST /products", { body: item });
    expect((await ask(platform, "GET /products/P-1")).value).toEqual([item]);
    await ask(platform, "PUT /products/P-1", { body: { ...item, title: "B" } });
    expect((await ask(platform, "GET /products/P-1")).value).toEqual([{ ...item, title: "B" }]);
    await ask(platform, "DELETE /products/P-1");
    expect((await ask(platform, "GET /products/P-1")).status).toBe(404);
  });
});

describe("an item of a collection without paths of items", () => {
  it.each<[string, string, JsonObject, boolean]>([
    ["keeps", "name", {}, false],
    ["keeps", "label", {}, false],
    ["is given", "id", {}, true],
    ["is given", "name", { required: ["name"] }, true],
  ])("%s without a value what no client sent: %s %j", async (_, name, required, isShown) => {
    const guest = { type: "object", properties: { mail: text, [name]: text } };
    const shown = { ...guest, ...required };
    const add = { requestBody: body(guest), responses: ok(shown) };
    const get = { responses: ok({ type: "array", items: shown }) };
    const platform = platformServing([await scratch.load({ paths: { "/guests": { get, post: add } } })]);
    const made = (await ask(platform, "POST /guests", { body: { mail: "a" } })).value;

    expect(Object.hasOwn(made, name)).toBe(isShown);
    if (name === "name") expect(String(made.name)).not.toMatch(/^guest_/);
    expect((await ask(platform, "GET /guests")).value).toEqual([made]);
  });
});
