import { expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { conform } from "../index.ts";

const places = ["startAfter", "endBefore", "startingAfter", "ending_before", "sinceId", "page[after]"];
const contract = compileInMemory({
  servers: [{ url: "/" }],
  paths: {
    "/pets": {
      get: {
        parameters: ["color", ...places].map((name) => ({ name, in: "query", schema: { type: "string" } })),
        responses: { 200: { description: "", content: { "application/json": { schema: { type: "array" } } } } },
      },
    },
  },
});

it("reports a refused value, but not the name of a place in a list, which the contract does not show", async () => {
  await using provider = await startReceiver(({ url }) => {
    const isNamed = [...new URL(url, "http://localhost").searchParams.values()].some((value) => value !== "");
    return { status: isNamed ? 400 : 200, headers: { "content-type": "application/json" }, body: "[]" };
  });
  const { failures } = await conform({ contracts: [contract], target: provider.url, seed: 1, runs: 5 });

  const refused = failures.filter(({ check }) => check === "boundaries-accepted").map(({ message }) => message);
  expect(refused).toContainEqual(expect.stringContaining("query /color"));
  expect(refused.filter((message) => !message.includes("/color"))).toEqual([]);
});
