import { expect, it } from "vitest";
import { type Json, type JsonObject, createRouter } from "../../../contracts/index.ts";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { rolesFor } from "../../model/roles.ts";
import { createTracker } from "../create-tracker.ts";

const user: JsonObject = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ok = (schema: JsonObject): JsonObject => ({ 200: { description: "", ...json(schema) } });
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/users": {
        get: { responses: ok({ type: "array", items: user }) },
        post: { requestBody: json(user), responses: { 201: { description: "", ...json(user) } } },
      },
      "/users/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: ok(user) },
        delete: { responses: { 204: { description: "" } } },
      },
    },
  }),
))!;

/** Requests, and leftovers, of the end of a run that was refused a user, where the list shows one. */
async function endAfter(shown: JsonObject, ...requests: readonly [path: string, status: number, body: JsonObject][]) {
  const tracker = createTracker(createRouter(contract.operations));
  const listOperation = contract.operations.find(({ name }) => name === "GET /users")!;
  const role = rolesFor(contract).get(listOperation)!;
  tracker.recordListing({ api: listOperation.api, contract, role, values: [], path: "/users" }, true);
  for (const [path, status, body] of requests) {
    const operation = contract.operations.find(({ name }) => name === `POST ${path}`)!;
    const request = {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    } as const;
    tracker.recordExchange({ request, response: { status, headers: {}, body: "{}" } }, operation, contract);
  }
  const sent: string[] = [];
  const leftovers = await tracker.removeItems(
    {
      async send(request) {
        sent.push(`${request.method} ${request.path}`);
        return { request, response: { status: request.method === "DELETE" ? 204 : 404, headers: {}, body: "" } };
      },
      pause: async () => {},
    },
    async () => ({ items: sent.length === 0 ? [shown as Json] : [], isWhole: true }),
  );
  return { sent: sent.filter((line) => line.startsWith("DELETE")), left: leftovers.map(({ effect }) => effect) };
}

const eva = { id: 7, name: "eva.heaney" };

it.each<[string, JsonObject, JsonObject]>([
  ["the values", eva, { name: "eva.heaney" }],
  ["the key", eva, { id: 7, name: "eva.heaney" }],
  ["a short value", { id: 7, name: "a" }, { name: "a" }],
])(
  "lists a new item with %s of a refused creation, and leaves it: another client may have made it",
  async (_, shown, sent) => {
    expect(await endAfter(shown, ["/users", 400, sent])).toEqual({ sent: [], left: ["possible"] });
  },
);

it.each<[string, JsonObject, [string, number, JsonObject][]]>([
  ["another item", { id: 7, name: "other.name" }, [["/users", 400, { name: "eva.heaney" }]]],
  ["a conflict", eva, [["/users", 409, { name: "eva.heaney" }]]],
])("does nothing after %s", async (_, shown, requests) => {
  expect(await endAfter(shown, ...requests)).toEqual({ sent: [], left: [] });
});
