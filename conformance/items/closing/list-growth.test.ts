import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, createRouter } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { rolesFor } from "../../model/roles.ts";
import { createTracker } from "../create-tracker.ts";
import { leftoverText } from "../leftover.ts";
import type { ListedItems } from "../listed-items.ts";

const kind: JsonObject = { enum: ["standard", "premium"], type: "string", default: "standard" };
const user: JsonObject = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" }, kind } };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const contract = compileInMemory({
  paths: {
    "/users": {
      get: { responses: { 200: { description: "", ...json({ type: "array", items: user }) } } },
      post: { requestBody: json(user), responses: { 201: { description: "", ...json(user) } } },
    },
    "/users/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: { description: "", ...json(user) } } },
      delete: { responses: { 204: { description: "" } } },
    },
  },
});

type Post = readonly [status: number, sent: JsonObject, shown?: JsonObject];

/** Deletions and leftovers of a run that sent creations, between two lists of the users. */
async function endAfter(before: ListedItems, after: ListedItems, ...posts: readonly Post[]) {
  const tracker = createTracker(createRouter(contract.operations));
  const operationOf = (name: string) => contract.operations.find((each) => each.name === name)!;
  const list = operationOf("GET /users");
  const listing = { api: list.api, contract, role: rolesFor(contract).get(list)!, values: [], path: "/users" };
  tracker.recordListing(listing, before);
  for (const [status, sent, shown = {}] of posts) {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", path: "/users", headers, body: JSON.stringify(sent) };
    const response = { status, headers, body: JSON.stringify(shown) };
    tracker.recordExchange({ request, response }, operationOf("POST /users"), contract);
  }
  const deleted: string[] = [];
  const leftovers = await tracker.removeItems(
    {
      async send(request) {
        if (request.method === "DELETE") deleted.push(request.path);
        return { request, response: { status: request.method === "DELETE" ? 204 : 404, headers: {}, body: "" } };
      },
      pause: async () => {},
    },
    async () => ({
      ...after,
      items: after.items.filter((each) => !deleted.includes(`/users/${(each as { id: number }).id}`)),
    }),
  );
  return { deleted, left: leftovers.map(leftoverText) };
}

const whole = (...items: Json[]): ListedItems => ({ items, isWhole: true });
const part = (total: number | undefined, ...items: Json[]): ListedItems => ({ items, isWhole: false, total });
const [ann, eva] = [
  { id: 1, name: "ann" },
  { id: 7, name: "eva.heaney" },
];
const NEW = "its list did not show it before the run, and no response says what made it";

describe("lists before and after a run", () => {
  it.each<[string, ListedItems, ListedItems, Post[], string[]]>([
    [
      "an item of a refused request",
      whole(ann),
      whole(ann, eva),
      [[400, { name: "eva.heaney" }]],
      [`/users/7: ${NEW}`],
    ],
    ["an item that nothing was sent for", whole(), whole(eva), [], [`/users/7: ${NEW}`]],
    ["a changed item", whole(ann), whole({ ...ann, name: "b" }), [], ["/users/1: its list shows another name"]],
    [
      "an item that is gone",
      whole(ann, eva),
      whole(eva),
      [],
      ["/users/1: its list showed it before the run, and no longer does"],
    ],
    [
      "as many items as a total has grown by",
      part(500, ann),
      part(502, ann),
      [],
      Array.from({ length: 2 }, () => "an item: its list has grown by more items than the responses name"),
    ],
    [
      "that a list was not read",
      part(undefined, ann),
      part(undefined, ann),
      [],
      ["an item: not all of its items were listed, so that nothing shows whether the run left others"],
    ],
  ])("show %s", async (_, before, after, posts, left) => {
    const expected = left.map((each) => `POST /users may have made or changed ${each}`);
    expect(await endAfter(before, after, ...posts)).toEqual({ deleted: [], left: expected });
  });

  it.each<[string, ListedItems, ListedItems, Post[]]>([
    ["equal lists", whole(ann), whole(ann), []],
    ["another order", whole(ann, eva), whole(eva, ann), []],
    ["an item that was made and removed", whole(ann), whole(ann, eva), [[201, { name: "eva.heaney" }, eva]]],
    ["a total without growth", part(500, ann), part(500, ann), []],
  ])("show nothing with %s", async (_, before, after, posts) => {
    expect((await endAfter(before, after, ...posts)).left).toEqual([]);
  });
});

describe("an item that no response names", () => {
  it("is removed if its list shows a text that only the run has sent", async () => {
    const posts: Post[] = [[201, { name: "eva.heaney" }]];
    expect(await endAfter(whole(ann), whole(ann, eva), ...posts)).toEqual({ deleted: ["/users/7"], left: [] });
  });

  it.each<[string, ListedItems, JsonObject[], Post]>([
    ["a short text", whole(), [{ id: 7, name: "eva" }], [500, { name: "eva" }]],
    ["a text of the document", whole(), [{ id: 7, kind: "standard" }], [500, { kind: "standard" }]],
    ["no text", whole(), [{ id: 7 }], [500, {}]],
    ["a text of an earlier item", whole({ ...eva, id: 2 }), [{ ...eva, id: 2 }, eva], [500, { name: "eva.heaney" }]],
    ["the text of two items", whole(), [eva, { ...eva, id: 8 }], [500, { name: "eva.heaney" }]],
  ])("is listed and not removed if it has %s", async (_, before, shown, post) => {
    const { deleted, left } = await endAfter(before, whole(...shown), post);

    expect(deleted).toEqual([]);
    expect(left).toHaveLength(shown.length - before.items.length);
  });
});

describe("the lists of a document before the first write", () => {
  it.each([
    [30, []],
    [32, ["POST /c30 may have made or changed an item: 2 lists were not read before the first write"]],
  ])("are at most 30 of %i, and the report counts the others", async (count, expected) => {
    const responses = { 200: { description: "", ...json({ type: "array", items: user }) } };
    const created = { 201: { description: "", ...json(user) } };
    const paths = Array.from({ length: count }, (_, index): [string, JsonObject] => [
      `/c${index}`,
      { get: { responses }, post: { requestBody: json(user), responses: created } },
    ]);
    const large = compileInMemory({ paths: Object.fromEntries(paths) });
    const tracker = createTracker(createRouter(large.operations));
    const operation = large.operations.find(({ name }) => name === "POST /c0")!;
    const request = { method: "POST", path: "/c0", headers: { "content-type": "application/json" }, body: "{}" };
    const listings = tracker.listingsBefore({ request, operation, contract: large, as: undefined });
    for (const listing of listings) tracker.recordListing(listing, whole());
    const send = async (): Promise<never> => Promise.reject(new Error("nothing is to be removed"));
    const leftovers = await tracker.removeItems({ send, pause: async () => {} }, async () => whole());

    expect(listings).toHaveLength(30);
    expect(leftovers.map((each) => leftoverText(each).split(",", 1)[0])).toEqual(expected);
  });
});
