import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { providers, startProvider } from "../../test/support/providers.ts";
import { conform } from "../conform.ts";

const provider = providers.find(({ name }) => name === "documents")!;
const contract = await loadContract(provider.document);

async function found(seed: number, bugs: readonly string[]) {
  await using running = await startProvider(provider, { bugs });
  const { failures } = await conform({
    contracts: [contract],
    target: running.url,
    token: "org_a",
    mode: "sandbox",
    seed,
    property: "stale-refused",
  });
  return failures.map(({ message, steps }) => ({
    what: /accepted|refused with 409/.exec(message)?.[0],
    steps: steps.map((step) => step.replace(/\/documents\/[^ ?]+/, "/documents/ID")),
  }));
}

const making = ["POST /documents -> 201", "GET /documents/ID -> 200", "PUT /documents/ID -> 200"];

describe("stale-refused", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    "finds what only an update without a text shows, in the fewest steps (%i)",
    async (seed) => {
      expect(await found(seed, [])).toEqual([]);
      expect(await found(seed, ["stale-base-accepted"])).toEqual([{ what: "accepted", steps: making }]);
    },
  );

  it.each([1, 6, 7])("reports both of two bugs (%i)", async (seed) => {
    expect(await found(seed, ["stale-base-accepted", "conflict-stored"])).toEqual([
      {
        what: "refused with 409",
        steps: [...making, "GET /documents/ID -> 200", "PUT /documents/ID?base_version=1 -> 409"],
      },
      { what: "accepted", steps: making },
    ]);
  });
});
