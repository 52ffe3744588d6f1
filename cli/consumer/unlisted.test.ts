import { describe, expect, it } from "vitest";
import { type Json, type Operation, tokensOf } from "../../contracts/index.ts";
import type { WeatherSetting } from "../../mock/index.ts";
import { ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { differences } from "../../test/support/mock/differences.ts";
import { unlistedIn } from "./unlisted.ts";

const contract = await fixture("weather");
const operation = contract.operations.find(({ id }) => id === "createOrder") as Operation;
const order = {
  status: "draft",
  kind: "order",
  priority: 1,
  note: "a note",
  channel: "webShop",
  code: "A1",
  tags: ["RUSH", "GIFT"],
  payment: { method: "card", brand: "visa" },
  totals: { net: 1 },
  address: { city: "Cologne" },
};

/** What is unlisted in the answer to an order, and what of the answer is not as it would be in fair weather. */
async function struckBy(seed: string, ...weather: readonly WeatherSetting[]) {
  const [fair, struck] = await Promise.all(
    [[], weather].map(async (settings): Promise<Json> => {
      const platform = await platformOf("weather", { seed, weather: settings });
      return (await ask(platform, "POST /orders", { body: order })).value as Json;
    }),
  );
  const inserted = differences(fair, struck).map(({ pointer, before, after }) =>
    before === undefined ? (tokensOf(pointer).at(-1) as string) : String(after),
  );
  return { unlisted: unlistedIn(contract, { operation, status: 201, body: struck as Json }), inserted };
}

describe("unlistedIn()", () => {
  it.each(["one", "two", "three", "four"])(
    "finds what the weathers put into an answer, and nothing else (%s)",
    async (seed) => {
      for (const weather of [
        [{ id: "unknown-enum" }],
        [{ id: "unknown-field" }],
        [{ id: "unknown-enum" }, { id: "unknown-field" }],
      ] as const) {
        const { unlisted, inserted } = await struckBy(seed, ...weather);

        expect(inserted.length).toBeGreaterThan(1);
        expect(unlisted.toSorted()).toEqual([...new Set(inserted)].toSorted());
      }
    },
  );

  it("finds nothing in fair weather, or where the contract says nothing of the answer", async () => {
    expect((await struckBy("one")).unlisted).toEqual([]);
    expect(unlistedIn(contract, { operation, status: 500, body: { status: "new" } })).toEqual([]);
  });
});
