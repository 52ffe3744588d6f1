import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type SentRequest, planExchanges } from "./exchanges.ts";
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

  it("prepares a mock whose items have the recorded ids, also those of a second collection", async () => {
    const item = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
    };
    const body = { content: { "application/json": { schema: item } } };
    const reply = { description: "Done", ...body };
    const id = { in: "path", name: "id", required: true, schema: { type: "integer" } };
    const collection = (name: string) => ({
      [`/${name}`]: {
        get: {
          responses: {
            "200": { description: "All", content: { "application/json": { schema: { type: "array", items: item } } } },
          },
        },
        post: { requestBody: { required: true, ...body }, responses: { "201": reply } },
      },
      [`/${name}/{id}`]: { parameters: [id], get: { responses: { "200": reply } } },
    });
    const file = scratch.write({
      "notes.json": {
        openapi: "3.1.0",
        info: { title: "Notes", version: "1" },
        paths: { ...collection("notes"), ...collection("tags") },
      },
    });
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
      (send: (request: SentRequest) => Promise<{ status: number; type: string; body: string }>) =>
      async (request: SentRequest) => ({ ...(await send(request)), ...(request.method === "POST" && { status: 409 }) });
    await expect(plan(orders, refuse)).rejects.toThrow("no collection can be created");
  });
});

async function plan(file: string, change = (send: ReturnType<typeof sendTo>) => send, collections = 1) {
  const { contract, platform, token } = await platformFor(file);
  return planExchanges(contract, change(sendTo(platform)), { collections, seed: 1, token });
}
