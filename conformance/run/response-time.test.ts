import { expect, it } from "vitest";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { createSlowResponses } from "./response-time.ts";

const took = (milliseconds: number): Exchange => ({
  request: { method: "GET", path: "/pets", headers: {} },
  response: { status: 200, headers: {}, body: "", milliseconds },
});

/** Messages for an operation with these response times in milliseconds. A repeated request takes `again`. */
async function messagesFor(safe: boolean, times: readonly number[], again = 0) {
  const operation = { name: "GET /pets", safe } as Operation;
  const pace = createSlowResponses(() => 100);
  for (const time of times) pace.record({ exchange: took(time), operation });
  const settle = () => pace.settle(operation, async () => took(again));
  return [...(await settle()), ...(await settle())].map(({ message }) => message);
}

it("reports a safe request once if it is slow again when repeated", async () => {
  expect(await messagesFor(true, [20, 150], 300)).toEqual([
    "The response took 150 ms, then 300 ms, where 100 ms are allowed",
  ]);
  expect(await messagesFor(true, [150], 100)).toEqual([]);
});

it("does not repeat an unsafe request: two slow responses are required", async () => {
  expect(await messagesFor(false, [150], 300)).toEqual([]);
  expect(await messagesFor(false, [150, 20, 200])).toHaveLength(1);
});

it("reports nothing without a time limit", async () => {
  const operation = { safe: false } as Operation;
  const pace = createSlowResponses(() => undefined);
  for (const time of [1e9, 1e9]) pace.record({ exchange: took(time), operation });

  expect(await pace.settle(operation, async () => took(1e9))).toEqual([]);
});
