import { describe, expect, it } from "vitest";
import { type JsonObject, type Operation, createRouter } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { Exchange, Identity } from "../model/exchange.ts";
import { createIdentities } from "../target/identities.ts";
import { leftoverText } from "./leftover.ts";
import { createTracker } from "./create-tracker.ts";

const item: JsonObject = { type: "object", properties: { id: { type: "string" }, state: { type: "string" } } };
const json: JsonObject = { content: { "application/json": { schema: item } } };
const list: JsonObject = { content: { "application/json": { schema: { type: "array", items: item } } } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/jobs": {
        get: { responses: { 200: { description: "", ...list } } },
        post: { requestBody: json, responses: { 201: { description: "", ...json } } },
      },
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
const { other, expired } = createIdentities({ other: "o", expired: "e" }) as Required<
  ReturnType<typeof createIdentities>
>;

const operationOf = (name: string): Operation => contract.operations.find((each) => each.name === name)!;
const bodyOf = (of: string): string => JSON.stringify({ id: of });

function exchange(method: string, path: string, status: number, as?: Identity, body = ""): Exchange {
  return { request: { method, path, headers: {} }, response: { status, headers: {}, body }, ...(as && { as }) };
}

/** Answers the first reads of some paths with 200, and all others with 404. */
function firstOf(counts: Record<string, number>): (line: string) => readonly [number] | undefined {
  const left = { ...counts };
  return (line) => {
    left[line] = (left[line] ?? 0) - 1;
    return left[line] < 0 ? undefined : [200];
  };
}

/** Requests and remaining items of a removal, after a tracker has seen some exchanges. */
async function removeTracked(
  exchanges: readonly Exchange[],
  answers: (line: string) => readonly [number, string?],
  reads: (line: string) => readonly [number, string?] | undefined = () => undefined,
) {
  const tracker = createTracker(createRouter(contract.operations));
  for (const each of exchanges) {
    const { method, path } = each.request;
    const template = path.split("?", 1)[0]!.split("/").length > 2 ? "/jobs/{id}" : "/jobs";
    // A method that the contract does not have is tried with an operation of its path.
    const operation = contract.operations.find(({ name }) => name === `${method} ${template}`);
    tracker.recordExchange(each, operation ?? operationOf(`GET ${template}`), contract);
  }
  const sent: string[] = [];
  const maxRequests = tracker.maxRemovalRequests();
  const leftovers = await tracker.removeItems({
    async send({ method, path, headers }, _, as) {
      const line = `${method} ${path}${as ? ` as ${as.id}` : ""}`;
      if (method !== "GET") sent.push(line);
      const [status, body = ""] = method === "GET" ? (reads(line) ?? [404]) : answers(line);
      return { request: { method, path, headers }, response: { status, headers: {}, body } };
    },
    pause: async () => {},
  });
  return { sent, left: leftovers.map(leftoverText), owed: maxRequests };
}

describe("createTracker()", () => {
  it("removes an item that a PUT created, by its status or because the item was absent before", async () => {
    const exchanges = [
      exchange("PUT", "/jobs/new", 201),
      exchange("GET", "/jobs/absent", 404),
      exchange("PUT", "/jobs/absent?x=1", 200),
      // This item may have existed before.
      exchange("PUT", "/jobs/old", 200),
    ];
    const { sent, left } = await removeTracked(
      exchanges,
      () => [204],
      firstOf({ "GET /jobs/absent": 1, "GET /jobs/old": 9 }),
    );

    expect(sent).toEqual(["DELETE /jobs/absent", "DELETE /jobs/new"]);
    expect(left).toEqual(["PUT /jobs/{id} changed /jobs/old: nothing shows what was there before"]);
  });

  it.each(["PATCH", "PUT"])(
    "does not remove another item that the answer to a %s of an absent one shows",
    async (method) => {
      const seeded = exchange("GET", "/jobs", 200, undefined, JSON.stringify([{ id: "listed" }]));
      const absent = exchange("GET", "/jobs/absent", 404);
      for (const [before, shown] of [
        [[seeded], "listed"],
        [[], "unseen"],
      ] as const) {
        const exchanges = [...before, absent, exchange(method, "/jobs/absent", 200, undefined, bodyOf(shown))];
        const { sent, left } = await removeTracked(exchanges, () => [204], firstOf({ [`GET /jobs/${shown}`]: 9 }));

        expect(sent).toEqual([]);
        expect(left.join()).toContain(`${method} /jobs/{id} may have made or changed /jobs/${shown}`);
      }
    },
  );

  it("does not remove another item that the answer to a change of an own one shows", async () => {
    const made = exchange("POST", "/jobs", 201, undefined, bodyOf("own"));
    const exchanges = [made, exchange("PATCH", "/jobs/own", 200, undefined, bodyOf("unseen"))];
    const reads = firstOf({ "GET /jobs/unseen": 9, "GET /jobs/own": 1 });

    expect((await removeTracked(exchanges, () => [204], reads)).sent).toEqual(["DELETE /jobs/own"]);
  });

  it.each([
    ["is gone nevertheless", 404, []],
    ["is still read", 200, ["POST /jobs made /jobs/own: it was answered 500"]],
  ] as const)("judges a failed deletion by a read: the item %s", async (_, status, expected) => {
    const made = exchange("POST", "/jobs", 201, undefined, bodyOf("own"));
    const { left } = await removeTracked(
      [made],
      () => [500],
      () => [status, bodyOf("own")],
    );

    expect(left).toEqual(expected);
  });

  it("does not take a refusal of another method for proof that an item was absent", async () => {
    const exchanges = [
      exchange("PUT", "/jobs/old", 404),
      exchange("POST", "/jobs/old", 404),
      exchange("DELETE", "/jobs/old", 404),
      exchange("PATCH", "/jobs/old", 200),
    ];

    expect((await removeTracked(exchanges, () => [204], firstOf({ "GET /jobs/old": 9 }))).sent).toEqual([]);
  });

  it("does not remove an item that a read, a list or a refusal showed before its creation", async () => {
    const exchanges = [
      exchange("GET", "/jobs/read", 200, undefined, bodyOf("read")),
      exchange("GET", "/jobs", 200, undefined, JSON.stringify([{ id: "listed" }])),
      exchange("POST", "/jobs", 409, undefined, JSON.stringify({ existing: "refused" })),
      ...["read", "listed", "refused", "own"].map((each) => exchange("POST", "/jobs", 201, undefined, bodyOf(each))),
    ];

    expect((await removeTracked(exchanges, () => [204])).sent).toEqual(["DELETE /jobs/own"]);
  });

  it("does not remove an item whose creation was answered 200 where 201 is documented", async () => {
    const { sent, left } = await removeTracked([exchange("POST", "/jobs", 200, undefined, bodyOf("old"))], () => [204]);

    expect(sent).toEqual([]);
    expect(left).toEqual(["POST /jobs made /jobs/old: it was answered 200, and may have been there before"]);
  });

  it("lists creations whose response shows no id", async () => {
    const exchanges = [exchange("POST", "/jobs", 204), exchange("POST", "/jobs", 201, undefined, "{}")];

    expect((await removeTracked(exchanges, () => [204])).left).toEqual([
      "POST /jobs made an item that no response names: it was answered 204 without an id, and the items that were there before are not all known",
      "POST /jobs made an item that no response names: it was answered 201 without an id, and the items that were there before are not all known",
    ]);
  });

  it("lists an item whose deletion was accepted and had no effect", async () => {
    const made = exchange("POST", "/jobs", 201, undefined, bodyOf("a"));
    const reads = firstOf({ "GET /jobs/a": 9 });

    expect((await removeTracked([made], () => [204], reads)).left).toEqual([
      "POST /jobs made /jobs/a: it was answered 204, and it is still read",
    ]);
    // A request of the run has deleted it before.
    expect((await removeTracked([made, exchange("DELETE", "/jobs/a", 204)], () => [204], reads)).left).toEqual([
      "POST /jobs made /jobs/a: its deletion was accepted, and it is still read",
    ]);
  });

  it("refuses to send a deletion of what the run did not make", () => {
    const tracker = createTracker(createRouter(contract.operations));
    const [post, get, remove] = ["POST /jobs", "GET /jobs/{id}", "DELETE /jobs/{id}"].map(operationOf) as [
      Operation,
      Operation,
      Operation,
    ];
    const record = (each: Exchange, operation: Operation): void => tracker.recordExchange(each, operation, contract);
    const isSent = (path: string): boolean =>
      tracker.reasonNotToSend({ request: exchange("DELETE", path, 0).request, operation: remove, contract }) ===
      undefined;
    record(exchange("POST", "/jobs", 201, undefined, bodyOf("own")), post);
    record(exchange("GET", "/jobs/absent", 404), get);
    record(exchange("GET", "/jobs/seeded", 200, undefined, bodyOf("seeded")), get);

    const paths = ["/jobs/own", "/jobs/absent", "/jobs/seeded", "/jobs/unknown"];
    expect(paths.map(isSent)).toEqual([true, true, false, false]);
  });

  it("asks for a read before a change of an item that it does not know", () => {
    const tracker = createTracker(createRouter(contract.operations));
    const [put, get] = [operationOf("PUT /jobs/{id}"), operationOf("GET /jobs/{id}")];
    const readingBefore = (path: string) =>
      tracker.readingsBefore({ request: exchange("PUT", path, 0).request, operation: put, contract })[0];

    expect(readingBefore("/jobs/new?x=1")).toMatchObject({
      operation: get,
      request: { method: "GET", path: "/jobs/new" },
    });
    tracker.recordBefore(exchange("GET", "/jobs/new", 404), get, contract);
    tracker.recordBefore(exchange("GET", "/jobs/old", 200), get, contract);
    expect([readingBefore("/jobs/new"), readingBefore("/jobs/old")]).toEqual([undefined, undefined]);
    tracker.recordExchange(exchange("PUT", "/jobs/new", 200), put, contract);
    tracker.recordExchange(exchange("PUT", "/jobs/old", 200), put, contract);
    expect(tracker.remainingItems()).toEqual(["PUT /jobs/{id} made /jobs/new", "PUT /jobs/{id} changed /jobs/old"]);
  });

  it("removes an item under the id that a change gave it", async () => {
    const { request, response } = exchange("PATCH", "/jobs/old", 200, undefined, bodyOf("new"));
    const exchanges = [
      exchange("PUT", "/jobs/old", 201),
      { request: { ...request, body: bodyOf("new") }, response },
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
      exchange("POST", "/jobs", 201, undefined, bodyOf("gone")),
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
      "PUT /jobs/{id} made /jobs/a with a token of another organization: it was answered 403",
      "POST /jobs made /jobs/c with a token that has expired: it was answered 401, and 404 without that",
    ]);
    expect(owed).toBe(16);
  });

  it("waits for running processes, and lists items that stay undeletable", async () => {
    const exchanges = [
      exchange("POST", "/jobs", 201, undefined, bodyOf("a")),
      exchange("POST", "/jobs", 201, undefined, bodyOf("b")),
    ];
    let reads = 0;
    const { sent, left } = await removeTracked(
      exchanges,
      (line) => [line === "DELETE /jobs/a" && reads >= 3 ? 204 : 409],
      (line) => {
        if (line !== "GET /jobs/a") return [200, "running"];
        reads++;
        return reads > 4 ? undefined : [200, reads < 3 ? "running" : "done"];
      },
    );

    expect(left).toEqual(["POST /jobs made /jobs/b: it was answered 409"]);
    expect(sent).toEqual(["DELETE /jobs/b", "DELETE /jobs/a", "DELETE /jobs/b", "DELETE /jobs/a"]);
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
