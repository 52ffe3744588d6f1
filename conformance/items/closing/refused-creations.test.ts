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
      "/auth/register": { post: { requestBody: json(user), responses: ok({ type: "object" }) } },
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
  const made = tracker.refusedCreations().length;
  return { sent: sent.filter((line) => line.startsWith("DELETE")), made, left: leftovers.map(({ effect }) => effect) };
}

const eva = { id: 7, name: "eva.heaney" };

it("removes a new item with the values of a refused creation", async () => {
  expect(await endAfter(eva, ["/users", 400, { name: "eva.heaney" }])).toEqual({
    sent: ["DELETE /users/7"],
    made: 1,
    left: [],
  });
});

it.each<[string, JsonObject, [string, number, JsonObject][]]>([
  [
    "another request of the run may have made",
    eva,
    [
      ["/users", 400, { name: "eva.heaney" }],
      ["/auth/register", 200, { name: "eva.heaney" }],
    ],
  ],
  ["another client may have chosen", { id: 7, name: "a" }, [["/users", 422, { name: "a" }]]],
])("lists an item that %s, and leaves it", async (_, shown, requests) => {
  const { sent, made, left } = await endAfter(shown, ...requests);

  expect([sent, made]).toEqual([[], 0]);
  expect(left).toContain("possible");
});

it.each<[string, JsonObject, [string, number, JsonObject][]]>([
  ["another item", { id: 7, name: "other.name" }, [["/users", 400, { name: "eva.heaney" }]]],
  ["a conflict", eva, [["/users", 409, { name: "eva.heaney" }]]],
])("does nothing after %s", async (_, shown, requests) => {
  expect(await endAfter(shown, ...requests)).toEqual({ sent: [], made: 0, left: [] });
});
