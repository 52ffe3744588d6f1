import { describe, expect, it } from "vitest";
import { type Json, type Operation, splitPointer } from "../../contracts/index.ts";
import type { FaultSetting } from "../../mock/index.ts";
import { ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { differences } from "../../test/support/mock/differences.ts";
import { unlistedNamesAndValues } from "./with-unlisted.ts";

const contract = await fixture("faults");
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

/** Unlisted names and values in the response to an order, and those that faults inserted. */
async function unlistedWithFaults(seed: string, ...faults: readonly FaultSetting[]) {
  const [original, changed] = await Promise.all(
    [[], faults].map(async (settings): Promise<Json> => {
      const platform = await platformOf("faults", { seed, faults: settings });
      return (await ask(platform, "POST /orders", { body: order })).value as Json;
    }),
  );
  const inserted = differences(original, changed).map(({ pointer, before, after }) =>
    before === undefined ? (splitPointer(pointer).at(-1) as string) : String(after),
  );
  return { unlisted: unlistedNamesAndValues(contract, { operation, status: 201, body: changed as Json }), inserted };
}

describe("unlistedNamesAndValues()", () => {
  it.each(["one", "two", "three", "four"])(
    "finds the names and values that faults insert into a response, and no others (%s)",
    async (seed) => {
      for (const faults of [
        [{ id: "unknown-enum" }],
        [{ id: "unknown-field" }],
        [{ id: "unknown-enum" }, { id: "unknown-field" }],
      ] as const) {
        const { unlisted, inserted } = await unlistedWithFaults(seed, ...faults);

        expect(inserted.length).toBeGreaterThan(1);
        expect(unlisted.toSorted()).toEqual([...new Set(inserted)].toSorted());
      }
    },
  );

  it("finds nothing without faults, or for a response without a schema", async () => {
    expect((await unlistedWithFaults("one")).unlisted).toEqual([]);
    expect(unlistedNamesAndValues(contract, { operation, status: 500, body: { status: "new" } })).toEqual([]);
  });
});
