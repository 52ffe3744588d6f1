import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const answer = (schema: JsonObject): JsonObject => ({
  description: "It.",
  content: { "application/json": { schema } },
});
const order = object({
  id: text,
  label: text,
  note: text,
  address: text,
  status: { ...text, enum: ["open", "shipped"] },
  express: { type: "boolean" },
});
const reduced = object({ id: text, label: text, note: text });

/** Operations by method and path, with what they show. A POST sends the same. */
function serving(operations: Readonly<Record<string, JsonObject>>) {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [line, schema] of Object.entries(operations)) {
    const [method = "", path = ""] = line.split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      schema: text,
    }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      responses: { [method === "POST" ? "201" : "200"]: answer(schema) },
      ...(method === "POST" && { requestBody: { content: { "application/json": { schema } } } }),
    };
  }
  return platformServing([compileInMemory({ paths })]);
}

const orders = (collection: string): Record<string, JsonObject> => ({
  [`POST ${collection}`]: order,
  [`GET ${collection}`]: list(order),
  [`GET ${collection}/{orderId}`]: order,
});

/** Labels of the orders in a list, of which "a" is open and express, "b" is shipped. */
async function labelsAt(operations: Record<string, JsonObject>, collection: string, view: string) {
  const platform = serving(operations);
  await ask(platform, `POST ${collection}`, { body: { label: "a", status: "open", express: true } });
  await ask(platform, `POST ${collection}`, { body: { label: "b", status: "shipped", express: false } });
  const { value } = await ask(platform, `GET ${view}`);
  return value.map(({ label }: { label: string }) => label).join("");
}

describe("a second view of a collection", () => {
  it.each<[string, string, JsonObject, string]>([
    ["/orders", "/orders/recent", order, "ab"],
    ["/orders", "/orders/mine", reduced, "ab"],
    ["/orders", "/orders/open", order, "a"],
    ["/orders", "/orders/shipped", order, "b"],
    ["/orders", "/orders/express", order, "a"],
    ["/orders", "/orders_running", order, "ab"],
    ["/orders", "/active-orders", order, "ab"],
    ["/orders", "/openOrders", order, "a"],
    ["/orders", "/recentOrders", reduced, "ab"],
  ])("of %s at %s shows its items", async (collection, view, item, labels) => {
    expect(await labelsAt({ ...orders(collection), [`GET ${view}`]: list(item) }, collection, view)).toBe(labels);
  });

  it.each<[string, string, Record<string, JsonObject>]>([
    ["audit logs", "/audit/orders", {}],
    ["a trash", "/orders/trash", {}],
    ["deleted ones", "/deleted_orders", {}],
    ["templates", "/orders/templates", {}],
    ["templates", "/templates/orders", {}],
    ["those of a tenant", "/tenants/{tenant}/orders", {}],
    ["those of another department", "/purchasing/orders", {}],
    ["those that went another way", "/received/orders", {}],
    ["those of another service", "/github/orders", {}],
    ["those of another part of the site", "/blog/orders", {}],
    ["those of another party", "/buyer/orders", {}],
    ["what is created there", "/buyer/orders", { "POST /buyer/orders": order }],
    ["what is changed there", "/buyer/orders", { "PUT /buyer/orders/{orderId}": order }],
    [
      "items with other members",
      "/orders/recent",
      { "GET /orders/recent": list(object({ id: text, sum: text, at: text })) },
    ],
    ["items of another noun", "/purchase_orders", {}],
  ])("is none of %s: %s", async (_, view, others) => {
    const collection = view.startsWith("/orders") || view.includes("_orders") ? "/orders" : "/seller/orders";
    const operations = { ...orders(collection), [`GET ${view}`]: list(order), ...others };

    expect(["a", "b", "ab"]).not.toContain(await labelsAt(operations, collection, view.replace("{tenant}", "t1")));
  });

  it.each(["deleted", "trashed"])("shows what was deleted, if it names that: %s", async (word) => {
    const note = object({ id: text, label: text, deleted: { type: "boolean" }, status: { enum: ["open", "trashed"] } });
    const remove = { description: "Soft-deletes a note.", responses: { "204": { description: "Done." } } };
    const parameters = [{ name: "id", in: "path", required: true, schema: text }];
    const responses = (schema: JsonObject): JsonObject => ({ responses: { "200": answer(schema) } });
    const paths = {
      "/notes": {
        post: { requestBody: { content: { "application/json": { schema: note } } }, ...responses(note) },
        get: responses(list(note)),
      },
      "/notes/{id}": { parameters, get: responses(note), delete: remove },
      [`/notes/${word}`]: { get: responses(list(note)) },
    };
    const platform = platformServing([compileInMemory({ paths })]);
    const { id } = (await ask(platform, "POST /notes", { body: { label: "a", status: "open" } })).value;
    await ask(platform, "POST /notes", { body: { label: "b", status: "open" } });
    await ask(platform, `DELETE /notes/${id}`);

    expect((await ask(platform, "GET /notes")).value).toMatchObject([{ label: "b" }]);
    expect((await ask(platform, `GET /notes/${word}`)).value).toMatchObject([{ id, label: "a" }]);
  });
});
