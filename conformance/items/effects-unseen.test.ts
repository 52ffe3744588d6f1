import { describe, expect, it } from "vitest";
import { type JsonObject, createRouter } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { Exchange } from "../model/exchange.ts";
import { createTracker } from "./create-tracker.ts";
import { countLeftovers } from "./leftover.ts";

const item: JsonObject = { type: "object", properties: { id: { type: "string" }, state: { type: "string" } } };
const content: JsonObject = { "application/json": { schema: item } };
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const action = { parameters, post: { responses: { 200: { description: "Item", content } } } };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/jobs": { post: { requestBody: { content }, responses: { 201: { description: "Made", content } } } },
      "/jobs/{id}": {
        parameters,
        get: { responses: { 200: { description: "Item", content } } },
        delete: { responses: { 204: { description: "Gone" } } },
      },
      "/jobs/{id}/notify": action,
      "/jobs/{id}/cancel": action,
    },
  }),
))!;

/** Requests to the server, each with its status and the item in its body. */
type Step = readonly [operation: string, status: number, body?: JsonObject];

/** Effects that remain after requests about one item, which is removed. */
async function leftoversAfter(...steps: readonly Step[]) {
  const tracker = createTracker(createRouter(contract.operations));
  const made: Step = ["POST /jobs", 201, { id: "j1", state: "new" }];
  for (const [name, status, body] of [made, ...steps]) {
    const operation = contract.operations.find((each) => each.name === name)!;
    const text = body === undefined ? "" : JSON.stringify(body);
    const exchange: Exchange = {
      request: { method: operation.method, path: operation.path.replace("{id}", "j1"), headers: {} },
      response: { status, headers: { "content-type": "application/json" }, body: text },
    };
    tracker.recordExchange(exchange, operation, contract);
  }
  const leftovers = await tracker.removeItems({
    async send(request) {
      const status = request.method === "DELETE" ? 204 : 404;
      return { request, response: { status, headers: {}, body: "" } };
    },
    pause: async () => {},
  });
  return countLeftovers(leftovers).map(({ operation, effect, count }) => `${operation} ${effect} ${count}`);
}

const asNew: JsonObject = { id: "j1", state: "new" };
const asCancelled: JsonObject = { id: "j1", state: "cancelled" };

describe("effects of actions on an item of the run", () => {
  it.each<[string, Step[]]>([
    [
      "it is never read again",
      [
        ["POST /jobs/{id}/notify", 204],
        ["POST /jobs/{id}/notify", 204],
      ],
    ],
    [
      "a later read shows no change",
      [
        ["POST /jobs/{id}/notify", 204],
        ["GET /jobs/{id}", 200, asNew],
        ["POST /jobs/{id}/notify", 204],
      ],
    ],
    [
      "their responses show the item unchanged",
      [
        ["POST /jobs/{id}/notify", 200, asNew],
        ["POST /jobs/{id}/notify", 200, asNew],
      ],
    ],
  ])("are listed with their number: %s", async (_, steps) => {
    expect(await leftoversAfter(...steps)).toEqual(["POST /jobs/{id}/notify unknown 2"]);
  });

  it.each<[string, Step[]]>([
    [
      "by a later read",
      [
        ["POST /jobs/{id}/cancel", 204],
        ["GET /jobs/{id}", 200, asCancelled],
      ],
    ],
    ["by their response", [["POST /jobs/{id}/cancel", 200, asCancelled]]],
    [
      "once",
      [
        ["POST /jobs/{id}/cancel", 200, asCancelled],
        ["POST /jobs/{id}/cancel", 200, asCancelled],
      ],
    ],
  ])("are not listed where the item shows them: %s", async (_, steps) => {
    expect(await leftoversAfter(...steps)).toEqual([]);
  });

  it("are not listed where they were refused", async () => {
    expect(await leftoversAfter(["POST /jobs/{id}/notify", 409])).toEqual([]);
  });

  it("are listed for one action beside another one that the item shows", async () => {
    const steps: Step[] = [
      ["POST /jobs/{id}/cancel", 200, asCancelled],
      ["POST /jobs/{id}/notify", 204],
      ["GET /jobs/{id}", 200, asCancelled],
    ];

    expect(await leftoversAfter(...steps)).toEqual(["POST /jobs/{id}/notify unknown 1"]);
  });
});
