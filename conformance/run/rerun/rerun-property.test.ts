import fc from "fast-check";
import { expect, it } from "vitest";
import { loadContract } from "../../../contracts/index.ts";
import type { WireRequest } from "../../model/exchange.ts";
import type { Property } from "../../scope/property.ts";
import type { Scope } from "../../scope/scope.ts";
import { rerunProperty } from "./rerun-property.ts";

const contract = await loadContract("fixtures/conformance/notes.yaml");
const scope = { contract, operation: contract.operations[0] } as unknown as Scope;
const requests = fc.nat(9).map((number): WireRequest => ({ method: "GET", path: `/${number}`, headers: {} }));
const property: Property = {
  id: "claim",
  claim: "All is well",
  phase: "properties",
  writes: false,
  given: () => [{ label: "", requests, runs: 1 }],
  holds: async () => [],
};

it.each(["0:0:9:9:9:9", "0:nowhere"])("tries no request on the path %s of other requests", async (path) => {
  const sought = { id: "none", path, seed: 1, runs: 1, isWhole: false };

  expect(await rerunProperty(property, scope, sought)).toBeUndefined();
});
