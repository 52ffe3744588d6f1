import type { Identity } from "../model/identity.ts";
import { describe, expect, it } from "vitest";
import { type JsonObject, type Operation, createRouter } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { Exchange } from "../model/exchange.ts";
import { identitiesOf } from "../target/identities.ts";
import { createTracker } from "./tracker.ts";

const item: JsonObject = { type: "object", properties: { id: { type: "string" }, state: { type: "string" } } };
const json: JsonObject = { content: { "application/json": { schema: item } } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/jobs": { post: { requestBody: json, responses: { 201: { description: "", ...json } } } },
      "/jobs/{id}": {
        parameters: [id],
        get: { responses: { 200: { description: "", ...json } } },
        put: { requestBody: json, responses: { 200: { description: "", ...json } } },
        patch: { requestBody: json, responses: { 200: { description: "", ...json } } },
        delete: { responses: { 204: { description: "" } } },
      },
    },
  }),
))!;
const { other, expired } = identitiesOf({ other: "o", expired: "e" }) as Required<ReturnType<typeof identitiesOf>>;

const operationOf = (name: string): Operation => contract.operations.find((each) => each.name === name)!;
const bodyOf = (of: string): string => JSON.stringify({ id: of });

function exchange(method: string, path: string, status: number, as?: Identity, body = ""): Exchange {
  return { request: { method, path, headers: {} }, response: { status, headers: {}, body }, ...(as && { as }) };
}

/** Requests and remaining items of a removal, after a tracker has seen some exchanges. */
async function removeTracked(exchanges: readonly Exchange[], answers: (line: string) => readonly [number, string?]) {
  const tracker = createTracker(createRouter(contract.operations));
  for (const each of exchanges) {
    const { method, path } = each.request;
    tracker.recordExchange(
      each,
      operationOf(`${method} ${path.split("/").length > 2 ? "/jobs/{id}" : "/jobs"}`),
      contract,
    );
  }
  const sent: string[] = [];
  const maxRequests = tracker.maxRemovalRequests();
  const left = await tracker.removeItems({
    async send({ method, path, headers }, _, as) {
      const line = `${method} ${path}${as ? ` as ${as.id}` : ""}`;
      sent.push(line);
      const [status, body = ""] = answers(line);
      return { request: { method, path, headers }, response: { status, headers: {}, body } };
    },
    pause: async () => {},
  });
  return { sent, left, owed: maxRequests };
}

describe("createTracker()", () => {
  it("removes an item that a PUT created, by its status or because the item was absent before", async () => {
    const exchanges = [
      exchange("PUT", "/jobs/new", 201),
      exchange("GET", "/jobs/absent", 404),
      exchange("PUT", "/jobs/absent?x=1", 200),
      exchange("DELETE", "/jobs/gone", 204),
      exchange("PUT", "/jobs/gone", 204),
      // This item may have existed before.
      exchange("PUT", "/jobs/old", 200),
    ];

    expect(await removeTracked(exchanges, () => [204])).toEqual({
      sent: ["DELETE /jobs/gone", "DELETE /jobs/absent", "DELETE /jobs/new"],
      left: [],
      owed: 3,
    });
  });

  it("asks for a read before a change of an item that it does not know", () => {
    const tracker = createTracker(createRouter(contract.operations));
    const [put, get] = [operationOf("PUT /jobs/{id}"), operationOf("GET /jobs/{id}")];
    const readingBefore = (path: string) => tracker.readingBefore(exchange("PUT", path, 0).request, put, contract);

    expect(readingBefore("/jobs/new?x=1")).toMatchObject({
      operation: get,
      request: { method: "GET", path: "/jobs/new" },
    });
    tracker.recordExchange(exchange("GET", "/jobs/new", 404), get, contract);
    tracker.recordExchange(exchange("GET", "/jobs/old", 200), get, contract);
    expect([readingBefore("/jobs/new"), readingBefore("/jobs/old")]).toEqual([undefined, undefined]);
    tracker.recordExchange(exchange("PUT", "/jobs/new", 200), put, contract);
    tracker.recordExchange(exchange("PUT", "/jobs/old", 200), put, contract);
    expect(tracker.remainingItems()).toEqual(["PUT /jobs/{id} made /jobs/new"]);
  });

  it("removes an item under the id that a change gave it", async () => {
    const exchanges = [
      exchange("PUT", "/jobs/old", 201),
      exchange("PATCH", "/jobs/old", 200, undefined, bodyOf("new")),
      // The run did not make this item.
      exchange("PATCH", "/jobs/other", 200, undefined, bodyOf("another")),
    ];

    expect((await removeTracked(exchanges, () => [204])).sent).toEqual(["DELETE /jobs/new"]);
  });

  it("removes an item that a PUT created at its own path, whatever the Location header says", async () => {
    const { request, response } = exchange("PUT", "/jobs/new", 201);
    const headers = { location: "/jobs/undefined" };

    expect((await removeTracked([{ request, response: { ...response, headers } }], () => [204])).sent).toEqual([
      "DELETE /jobs/new",
    ]);
  });

  it("removes a deleted item that a PATCH created again", async () => {
    const exchanges = [
      exchange("DELETE", "/jobs/gone", 204),
      exchange("PATCH", "/jobs/gone", 200),
      exchange("PATCH", "/jobs/old", 200),
    ];

    expect((await removeTracked(exchanges, () => [204])).sent).toEqual(["DELETE /jobs/gone"]);
  });

  it("removes the item of another identity as that identity, and lists it if the removal is not certain", async () => {
    const exchanges = [
      exchange("PUT", "/jobs/a", 201, other),
      exchange("POST", "/jobs", 201, other, bodyOf("b")),
      exchange("POST", "/jobs", 201, expired, bodyOf("c")),
      // A deletion by another identity proves nothing about an item of the usual identity.
      exchange("POST", "/jobs", 201, undefined, bodyOf("d")),
      exchange("DELETE", "/jobs/d", 204, other),
    ];
    const { sent, left, owed } = await removeTracked(exchanges, (line) =>
      line.includes("/a") ? [403] : line.includes("/c") ? (line.endsWith("expired") ? [401] : [404]) : [204],
    );

    expect(sent).toEqual([
      "DELETE /jobs/d",
      "DELETE /jobs/c as expired",
      "DELETE /jobs/c",
      "DELETE /jobs/b as other",
      "DELETE /jobs/a as other",
    ]);
    expect(left).toEqual([
      "POST /jobs made /jobs/c with a token that has expired: it was answered 401, and 404 without that",
      "PUT /jobs/{id} made /jobs/a with a token of another organization: it was answered 403",
    ]);
    expect(owed).toBe(5);
  });

  it("waits for running processes, and lists items that stay undeletable", async () => {
    const exchanges = [
      exchange("POST", "/jobs", 201, undefined, bodyOf("a")),
      exchange("POST", "/jobs", 201, undefined, bodyOf("b")),
    ];
    let reads = 0;
    const { sent, left } = await removeTracked(exchanges, (line) => {
      if (line === "GET /jobs/a") return [200, ++reads < 3 ? "running" : "done"];
      if (line === "DELETE /jobs/a") return [reads < 3 ? 409 : 204];
      return line.startsWith("GET") ? [200, "running"] : [409];
    });

    expect(left).toEqual(["POST /jobs made /jobs/b: it was answered 409"]);
    expect(sent.filter((line) => line.endsWith("/b"))).toEqual([
      "DELETE /jobs/b",
      "GET /jobs/b",
      "GET /jobs/b",
      "GET /jobs/b",
      "DELETE /jobs/b",
    ]);
    expect(reads).toBe(4);
  });

  it("reserves removal requests for each request in flight", () => {
    const tracker = createTracker(createRouter(contract.operations));
    const back = tracker.requestStarted(operationOf("POST /jobs"));
    tracker.requestStarted(operationOf("GET /jobs/{id}"));

    expect(tracker.maxRemovalRequests()).toBe(1);
    back();
    expect(tracker.maxRemovalRequests()).toBe(0);
  });
});
