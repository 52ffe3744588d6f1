import { expect, it } from "vitest";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { documentedRate } from "./rate.ts";

const scratch = createScratch();

async function rateIn(description: string, refusal = "Too many"): Promise<unknown> {
  const responses = { 200: { description: "All" }, 429: { description: refusal } };
  const contract = await scratch.load({ paths: { "/books": { get: { description, responses } } } });
  return documentedRate(contract, contract.operations[0]!);
}

it.each([
  ["Each client may send 60 in a second.", 60, 1_000],
  ["There are 100 requests per minute.", 100, 60_000],
  ["It takes 5 calls every second", 5, 1_000],
])("reads the limit in %j", async (text, limit, milliseconds) => {
  expect(await rateIn(text)).toMatchObject({ limit, milliseconds });
  expect(await rateIn("Lists books.", text)).toMatchObject({ limit, milliseconds });
});

it.each(["Lists up to 100 books.", "10 per second, or 100 per minute with a key.", "Waits 3 seconds."])(
  "reads no limit in %j",
  async (text) => {
    expect(await rateIn(text)).toBeUndefined();
  },
);
