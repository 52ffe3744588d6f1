import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  required,
  properties,
});
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const shows = (schema: JsonObject): JsonObject => ({
  responses: { "200": { description: "", ...content(schema) }, "404": { description: "" } },
});

/** Carts with a key of some type, an operation below each, and others. */
function carts(key: JsonObject, below: JsonObject, isRead = true): Platform {
  const cart = object(
    { cartId: { ...key, readOnly: true }, note: text, owner: { type: ["string", "null"] }, city: text },
    ["cartId", "note"],
  );
  const parameters = [{ name: "cartId", in: "path", required: true, schema: text }];
  const paths = {
    "/carts": { post: { requestBody: content(object({ note: text, owner: {} })), ...shows(cart) } },
    "/carts/{cartId}": { parameters, ...(isRead && { get: shows(cart) }), delete: { responses: { "204": {} } } },
    ...Object.fromEntries(Object.entries(below).map(([path, each]) => [path, { parameters, ...(each as JsonObject) }])),
  };
  return platformServing([compileInMemory({ openapi: "3.1.0", paths })]);
}

async function secondOf(platform: Platform, body: JsonObject): Promise<string> {
  await ask(platform, "POST /carts", { body: { note: "first" } });
  return String((await ask(platform, "POST /carts", { body })).value.cartId);
}

describe("the answer of an operation below an item", () => {
  const optional = { note: text, owner: { type: ["string", "null"] }, city: text };

  it.each<[string, string, JsonObject, readonly string[], JsonObject]>([
    ["get", "summary", optional, ["note"], { note: "mine", owner: null }],
    ["get", "total", { ...optional, total: whole }, ["total"], { note: "mine", owner: null, total: expect.anything() }],
    ["post", "actions/refresh", optional, [], { note: "mine", owner: null }],
    [
      "post",
      "quote",
      { ...optional, price: whole },
      ["price"],
      { note: "mine", owner: null, price: expect.anything() },
    ],
  ])("has the key of its path, and no optional member that the item lacks: %s %s", async (...row) => {
    const [method, word, members, required, expected] = row;
    for (const key of [whole, text]) {
      const answer = object({ cartId: key, ...members }, ["cartId", ...required]);
      const platform = carts(key, { [`/carts/{cartId}/${word}`]: { [method]: shows(answer) } });
      const id = await secondOf(platform, { note: "mine", owner: null });
      const told = await ask(platform, `${method.toUpperCase()} /carts/${id}/${word}`);

      expect(told.value).toEqual({ cartId: key === whole ? 2 : id, ...expected });
      expect((await ask(platform, `${method.toUpperCase()} /carts/99/${word}`)).status).toBe(404);
    }
  });

  it("keeps what the item has not, where its key is not shown, or is required", async () => {
    const invoice = object({ invoice_no: whole, note: text }, ["invoice_no", "note"]);
    const city = object({ cartId: whole, city: text }, ["cartId", "city"]);
    const platform = carts(whole, {
      "/carts/{cartId}/invoice": { get: shows(invoice) },
      "/carts/{cartId}/place": { get: shows(city) },
    });
    const id = await secondOf(platform, { note: "mine" });

    expect((await ask(platform, `GET /carts/${id}/invoice`)).value.note).not.toBe("mine");
    expect((await ask(platform, `GET /carts/${id}/place`)).value).toEqual({ cartId: 2, city: expect.any(String) });
  });
});

describe("a word behind the key of an item", () => {
  const cart = object({ cartId: whole, note: text }, ["cartId", "note"]);
  const other = object({ weight: whole }, ["weight"]);

  it.each<[string, JsonObject, string, number]>([
    ["details", cart, "mine", 404],
    ["detail", cart, "mine", 404],
    ["view", object({ cart }), "mine", 404],
    ["info", cart, "mine", 404],
    ["show", cart, "mine", 404],
    ["get", cart, "mine", 404],
    ["details", other, "", 200],
    ["packing", cart, "", 200],
  ])("is of the read of the item, if nothing else reads it: %s of %j", async (word, shown, note, status) => {
    const line = (id: string): string => `GET /carts/${id}/${word}`;
    const platform = carts(whole, { [`/carts/{cartId}/${word}`]: { get: shows(shown) } }, false);
    const id = await secondOf(platform, { note: "mine" });
    const told = (await ask(platform, line(id))).value;

    if (note !== "") expect(told.cart ?? told).toEqual({ cartId: 2, note });
    await ask(platform, `DELETE /carts/${id}`);
    expect((await ask(platform, line(id))).status).toBe(status);
  });
});
