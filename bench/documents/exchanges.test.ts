import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type SentRequest, planExchanges } from "./exchanges.ts";
import { platformFor, sendTo } from "./platform-for.ts";

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

  it("fails if the server refuses what it is measured with", async () => {
    const refuse =
      (send: (request: SentRequest) => Promise<{ status: number; type: string; body: string }>) =>
      async (request: SentRequest) => ({ ...(await send(request)), ...(request.method === "POST" && { status: 409 }) });
    await expect(plan(orders, refuse)).rejects.toThrow("no collection can be created");
  });
});

async function plan(file: string, change = (send: ReturnType<typeof sendTo>) => send) {
  const { contract, platform, token } = await platformFor(file);
  return planExchanges(contract, change(sendTo(platform)), { collections: 1, seed: 1, token });
}
