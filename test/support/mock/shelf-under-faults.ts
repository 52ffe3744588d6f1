// oxlint-disable vitest/no-standalone-expect -- the rule does not recognize forEachFault() as a test
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { forEachFault } from "../../../api/vitest.ts";
import { type Mistake, Shelf } from "../../../fixtures/consumers/shelf/client.ts";

const contracts = [fileURLToPath(new URL("../../../fixtures/consumers/shelf/openapi.yaml", import.meta.url))];
const mistake = process.env["SHELF_MISTAKE"] as Mistake | undefined;

/** Tests that trust the client, as many do. The tests of forEachFault() run them in a separate Vitest. */
forEachFault(
  (test) => {
    test("changes a title", async ({ mock, world }) => {
      // The token of a client that has the name of a token selects the same organization.
      const shelf = new Shelf(mock.url, mistake, world.token);
      const id = await shelf.add("New");
      await expect(shelf.retitle(id, "Changed")).resolves.toBeUndefined();
    });
  },
  {
    contracts,
    faults: ["unknown-enum", "409-once", "429-always"],
    advice: process.env["ADVICE"] === "warn" ? "warn" : "fail",
  },
);
