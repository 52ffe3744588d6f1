import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { rolesOf } from "../roles.ts";

/** Bodies of operations by name: of the response, and of the request. */
type Bodies = Readonly<Record<string, readonly [shown?: Json | undefined, sent?: Json]>>;

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const listOf = (items: Json): JsonObject => ({ type: "array", items });
const mapOf = (values: Json): JsonObject => ({ type: "object", additionalProperties: values });

const project = { $ref: "#/components/schemas/Project" };
const category = { $ref: "#/components/schemas/Category" };
const schemas = {
  Project: object({ id: text, name: text, budget: number, owner: object({ email: text }) }),
  Category: object({ id: text, name: text, slogan: text, parent: { $ref: "#/components/schemas/Category" } }),
};
const sent = object({ name: text, budget: number });

/** Operations on projects whose list has the given body. */
function projects(list: Json, { shown = project, asked = sent }: { shown?: Json; asked?: Json } = {}): Bodies {
  return {
    "GET /projects": [list],
    "POST /projects": [shown, asked],
    "GET /projects/{project_id}": [shown],
    "DELETE /projects/{project_id}": [],
  };
}

describe("the list of a document whose entries hold the items", () => {
  it.each<[string, Bodies, string]>([
    ["named after the collection", projects(listOf(object({ project }))), "id in * project"],
    ["entries of entries", projects(object({ entries: listOf(object({ entry: project })) })), "id in entries * entry"],
    [
      "a role beside the item",
      {
        "GET /users": [object({ data: listOf(object({ user: project, role: text })) })],
        "POST /users": [project, sent],
        "GET /users/{id}": [project],
      },
      "id in data * user",
    ],
    [
      "edges with cursors",
      projects(object({ edges: listOf(object({ node: project, cursor: text })), page_info: object({ next: text }) })),
      "id in edges * node",
    ],
    [
      "edges in a connection",
      projects(object({ projects: object({ edges: listOf(object({ node: project, cursor: text })) }) })),
      "id in projects.edges * node",
    ],
    [
      "a bundle",
      projects(
        object({
          total: number,
          entry: listOf(
            object({ id: text, fullUrl: text, resource: project, search: object({ mode: text, score: number }) }),
          ),
        }),
      ),
      "id in entry * resource",
    ],
    [
      "links beside the item",
      projects(object({ value: listOf(object({ resource: project, links: listOf(object({ href: text })) })) })),
      "id in value * resource",
    ],
    [
      "a type beside the item",
      projects(object({ results: listOf(object({ type: text, attributes: project })) })),
      "id in results * attributes",
    ],
    ["a map by key", projects(object({ projects: mapOf(object({ project })) })), "id in projects by key * project"],
    ["a map as the body", projects(mapOf(object({ item: project, etag: text }))), "id in by key * item"],
    [
      "another wrapper than in a read",
      projects(object({ items: listOf(object({ resource: project })) }), { shown: object({ project }) }),
      "id in items * resource",
    ],
    [
      "the wrapper of a read",
      projects(object({ projects: listOf(object({ project })) }), { shown: object({ project }) }),
      "id in projects * project",
    ],
    [
      "a usual wrapper, in a read too",
      projects(object({ data: listOf(object({ data: project })) }), { shown: object({ data: project }) }),
      "id in data * data",
    ],
    [
      "the wrapper of every body",
      projects(listOf(object({ project })), { shown: object({ project }), asked: object({ project: sent }) }),
      "id in * project",
    ],
    [
      "the wrapper of a create",
      projects(object({ items: listOf(object({ project })) }), { asked: object({ project: sent }) }),
      "id in items * project",
    ],
    [
      "a part of the item",
      projects(object({ items: listOf(object({ project: object({ id: text, name: text }), rank: number })) })),
      "id in items * project",
    ],
    [
      "two members",
      projects(object({ value: listOf(object({ resource: object({ data: project }) })) })),
      "id in value * resource.data",
    ],
    [
      "hits of a search",
      projects(object({ hits: listOf(object({ score: number, document: project })) })),
      "id in hits * document",
    ],
    [
      "rows with a key of their own",
      projects(object({ total_rows: number, rows: listOf(object({ id: text, key: text, doc: project })) })),
      "id in rows * doc",
    ],
    [
      "a key that clients choose",
      {
        "GET /countries": [listOf(object({ country: object({ code: text, name: text, area: number }) }))],
        "PUT /countries/{code}": [object({ code: text, name: text, area: number }), object({ name: text })],
        "GET /countries/{code}": [object({ code: text, name: text, area: number })],
      },
      "code in * country",
    ],
    [
      "items that only a create shows",
      {
        "GET /projects": [object({ list: listOf(object({ value: project, version: number })) })],
        "POST /projects": [project, sent],
        "DELETE /projects/{id}": [],
      },
      "id in list * value",
    ],
    [
      "items that may be null",
      projects(object({ data: listOf(object({ project: { anyOf: [project, { type: "null" }] }, meta: object({}) })) })),
      "id in data * project",
    ],
    [
      "a collection below another",
      {
        "GET /teams/{team}/projects": [object({ data: listOf(object({ project, added_at: text })) })],
        "POST /teams/{team}/projects": [project, sent],
        "GET /teams/{team}/projects/{id}": [project],
      },
      "id in data * project",
    ],
  ])("%s", (_, bodies, expected) => {
    expect(listIn(bodies)).toBe(expected);
  });
});

describe("the list of a document whose entries are the items", () => {
  const order = object({ id: text, number: text, total: number, customer: object({ id: text, name: text }) });
  const line = object({ product: object({ id: text, title: text, price: number }), quantity: number });
  const member = object({ user: object({ id: text, name: text, email: text }), role: text });
  const resource = object({ id: text, type: text, attributes: object({ name: text, budget: number }) });
  it.each<[string, Bodies, string]>([
    [
      "orders with a customer",
      { "GET /orders": [listOf(order)], "POST /orders": [order, order], "GET /orders/{id}": [order] },
      "id in",
    ],
    [
      "short orders with a customer",
      {
        "GET /orders": [listOf(object({ number: text, customer: object({ id: text, name: text }) }))],
        "POST /orders": [order, order],
        "GET /orders/{number}": [order],
        "GET /customers": [listOf(object({ id: text, name: text }))],
        "GET /customers/{id}": [object({ id: text, name: text })],
      },
      "number in",
    ],
    [
      "memberships with a user",
      {
        "GET /teams/{team}/members": [listOf(member)],
        "POST /teams/{team}/members": [member, object({ user_id: text, role: text })],
        "GET /teams/{team}/members/{user_id}": [member],
        "PUT /teams/{team}/members/{user_id}": [member, object({ role: text })],
      },
      "user.id in",
    ],
    [
      "invitations of people",
      {
        "GET /invitations": [
          listOf(object({ id: text, role: text, user: object({ id: text, name: text, email: text }) })),
        ],
        "POST /invitations": [undefined, object({ name: text, email: text })],
        "DELETE /invitations/{id}": [],
      },
      "id in",
    ],
    [
      "items with a parent of their kind",
      {
        "GET /categories": [listOf(object({ id: text, name: text, parent: category }))],
        "GET /categories/{id}": [category],
      },
      "id in",
    ],
    [
      "short items with a parent of their kind",
      { "GET /categories": [listOf(object({ name: text, parent: category }))], "GET /categories/{name}": [category] },
      "name in",
    ],
    [
      "resources with attributes",
      projects(object({ data: listOf(resource) }), { shown: object({ data: resource }) }),
      "id in data",
    ],
    [
      "attributes without the key of the items",
      projects(object({ data: listOf(resource) }), { shown: object({ id: text, name: text, budget: number }) }),
      "id in data",
    ],
    [
      "documents with their source",
      projects(object({ hits: listOf(object({ _id: text, _version: number, _source: sent })) }), {
        shown: object({ _id: text, _version: number, _source: sent }),
      }),
      "_id in hits",
    ],
    ["pairs of items", projects(listOf(object({ project_id: text, before: project, after: project }))), "id in"],
    [
      "lines with a product",
      {
        "GET /carts/{cart}/lines": [listOf(line)],
        "POST /carts/{cart}/lines": [undefined, object({ product_id: text, quantity: number })],
        "DELETE /carts/{cart}/lines/{product_id}": [],
      },
      "product.id in",
    ],
    [
      "an object with others",
      {
        "GET /customers": [listOf(object({ address: object({ id: text, street: text }) }))],
        "GET /customers/{id}": [object({ address: object({ id: text, street: text }), contact: object({ id: text }) })],
      },
      "no key in",
    ],
    [
      "revisions with what they are of",
      {
        "GET /projects/{id}": [project],
        "GET /projects/{id}/revisions": [listOf(object({ number: text, project }))],
        "GET /projects/{id}/revisions/{number}": [object({ number: text, author: text, project })],
      },
      "number in",
    ],
  ])("%s", (_, bodies, expected) => {
    expect(listIn(bodies)).toBe(expected);
  });
});

/** The key of the items of the only list in a document, and their places. */
function listIn(bodies: Bodies): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, [shown, asked]] of Object.entries(bodies)) {
    const [method, path] = name.split(" ") as [string, string];
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...(asked !== undefined && { requestBody: content(asked) }),
      responses: { "200": { description: "Fine.", ...(shown !== undefined && content(shown)) } },
    };
  }
  const roles = rolesOf(compileInMemory({ paths, components: { schemas } }));
  const [, list] = [...roles].find(([, { kind }]) => kind === "list") ?? [];
  const { idProperty = "no key", itemsProperty, isKeyed, entryProperty } = list ?? {};
  const entry = entryProperty === undefined ? [] : ["*", entryProperty];
  const parts = [idProperty, "in", itemsProperty ?? "", isKeyed ? "by key" : "", ...entry];
  return parts.filter((part) => part !== "").join(" ");
}
