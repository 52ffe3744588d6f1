import { expect, it } from "vitest";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { createSlowness } from "./response-time.ts";

const took = (milliseconds: number): Exchange => ({
  request: { method: "GET", path: "/pets", headers: {} },
  response: { status: 200, headers: {}, body: "", milliseconds },
});

/** What is told of an operation whose answers took so long; one that is sent again takes `again`. */
async function told(safe: boolean, times: readonly number[], again = 0) {
  const operation = { name: "GET /pets", safe } as Operation;
  const pace = createSlowness(100);
  for (const time of times) pace.seen(took(time), operation);
  const settle = () => pace.settle(operation, async () => took(again));
  return [...(await settle()), ...(await settle())].map(({ message }) => message);
}

it("tells of what is slow when it is sent again, once", async () => {
  expect(await told(true, [20, 150], 300)).toEqual(["The answer took 150 ms, then 300 ms, where 100 ms are allowed"]);
  expect(await told(true, [150], 100)).toEqual([]);
});

it("sends nothing again that may change something: two must have been slow", async () => {
  expect(await told(false, [150], 300)).toEqual([]);
  expect(await told(false, [150, 20, 200])).toHaveLength(1);
});

it("tells nothing without a budget", async () => {
  const operation = { safe: false } as Operation;
  const pace = createSlowness();
  for (const time of [1e9, 1e9]) pace.seen(took(time), operation);

  expect(await pace.settle(operation, async () => took(1e9))).toEqual([]);
});
