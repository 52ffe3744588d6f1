import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { measuredDocuments } from "./documents.ts";
import { type Send, planExchanges } from "./exchanges.ts";
import { platformFor, sendTo } from "./platform-for.ts";

const scratch = createScratch();
const orders = fileURLToPath(new URL("orders.yaml", import.meta.url));

describe("planExchanges()", () => {
  it("records the same exchanges each time, all of them successes", async () => {
    const plans = [await plan(orders), await plan(orders)];
    const [{ exchanges, prepare }] = plans as [(typeof plans)[number]];
    expect(exchanges.map(({ name }) => name)).toEqual([
      "GET by id",
      "GET 20",
      "GET 100",
      "GET 20 filtered",
      "change",
      "POST",
    ]);
    expect(prepare).toEqual(plans[1]?.prepare);
    for (const { pairs } of exchanges)
      for (const { request, response } of pairs) {
        expect(response.status).toBeLessThan(300);
        expect(request.headers["authorization"]).toBe("Bearer mock-bench");
      }
    const list = exchanges[3]?.pairs[0];
    const { results } = JSON.parse(list?.response.body ?? "") as { results: { status: string }[] };
    expect(results).toHaveLength(20);
    const filter = new URLSearchParams(list?.request.url.split("?")[1]).get("status");
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([filter]));
  });

  it("creates items of which a filter selects some", async () => {
    const { prepare } = await plan(orders);
    const states = Map.groupBy(prepare, ({ body = "" }) => (JSON.parse(body) as { status: string }).status);
    expect([...states.values()].map(({ length }) => length)).toEqual([40, 40, 40, 40, 40]);
  });

  it("creates items with the additional members", async () => {
    const entity = measuredDocuments.find(({ name }) => name === "entity");
    const { contract, platform, token } = await platformFor(entity?.file ?? "");
    const { additional } = entity ?? {};
    const { exchanges } = await planExchanges(contract, sendTo(platform), {
      collections: 1,
      seed: 1,
      token,
      additional,
    });
    const created = exchanges.find(({ name }) => name === "POST")?.pairs[0];
    expect(Object.keys(JSON.parse(created?.request.body ?? "") as object)).toHaveLength(15);
    expect(JSON.parse(created?.response.body ?? "")).toMatchObject(additional ?? {});
  });

  it("leaves out only the members that are refused", async () => {
    const refuseColour = (send: Send): Send => {
      return async (request) =>
        request.body?.includes('"colour"') ? { status: 422, type: "application/json", body: "{}" } : send(request);
    };
    const { exchanges } = await plan(collections(["notes"]), refuseColour);
    const sent = exchanges.find(({ name }) => name === "POST")?.pairs[0]?.request.body ?? "";
    expect(Object.keys(JSON.parse(sent) as object).toSorted()).toEqual(["shape", "text"]);
  });

  it("filters by a member that selects a page and not all items", async () => {
    const { exchanges } = await plan(collections(["notes"]));
    const list = exchanges.find(({ name }) => name === "GET 20 filtered")?.pairs[0]?.request.url;
    expect(new URLSearchParams(list?.split("?")[1]).has("colour")).toBe(true);
  });

  it("prepares a mock whose items have the recorded ids, also those of a second collection", async () => {
    const file = collections(["notes", "tags"]);
    const { prepare, exchanges } = await plan(file, undefined, 2);
    const { platform } = await platformFor(file);
    const send = sendTo(platform);
    for (const request of prepare) await send(request);
    const reads = exchanges.filter(({ name }) => name === "GET by id");

    expect(reads).toHaveLength(2);
    for (const { pairs } of reads)
      for (const { request, response } of pairs) expect((await send(request)).body).toBe(response.body);
  });

  it("fails if the server refuses what it is measured with", async () => {
    const refuse =
      (send: Send): Send =>
      async (request) => ({ ...(await send(request)), ...(request.method === "POST" && { status: 409 }) });
    await expect(plan(orders, refuse)).rejects.toThrow("no collection can be created");
  });
});

async function plan(file: string, change = (send: Send) => send, count = 1) {
  const { contract, platform, token } = await platformFor(file);
  return planExchanges(contract, change(sendTo(platform)), { collections: count, seed: 1, token });
}

/** Document with collections of items whose lists are filtered by `shape`, which is always the same, or by `colour`. */
function collections(names: readonly string[]): string {
  const item = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "integer", readOnly: true },
      text: { type: "string" },
      shape: { type: "string", enum: ["round"] },
      colour: { type: "string", enum: ["red", "blue"] },
    },
  };
  const body = { content: { "application/json": { schema: item } } };
  const reply = { description: "Done", ...body };
  const all = { description: "All", content: { "application/json": { schema: { type: "array", items: item } } } };
  const id = { in: "path", name: "id", required: true, schema: { type: "integer" } };
  const query = (name: string, schema: object) => ({ in: "query", name, schema });
  const parameters = [
    query("limit", { type: "integer" }),
    query("shape", item.properties.shape),
    query("colour", item.properties.colour),
  ];
  const pathsOf = (name: string) => ({
    [`/${name}`]: {
      get: { parameters, responses: { "200": all } },
      post: { requestBody: { required: true, ...body }, responses: { "201": reply } },
    },
    [`/${name}/{id}`]: { parameters: [id], get: { responses: { "200": reply } } },
  });
  return scratch.write({
    "document.json": {
      openapi: "3.1.0",
      info: { title: "Items", version: "1" },
      paths: Object.assign({}, ...names.map(pathsOf)) as JsonObject,
    },
  });
}
