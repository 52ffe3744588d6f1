import { describe, expect, it } from "vitest";
import { type Contract, loadContracts } from "../index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ownContracts } from "../../test/support/mock/ask.ts";
import { listMounts } from "./mounts.ts";

const scratch = createScratch();
const sdl = "type Query { hello: String }";
const openapi = (path: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    paths: { [path]: { post: { operationId: "ask", responses: { 200: { description: "Fine." } } } } },
  });

describe("listMounts()", () => {
  it("returns the path of the GraphQL operation in the document of the same API", async () => {
    expect(mountSummaries(await ownContracts())).toEqual([["portal-graphql", "/v2/portal/graphql", 2]]);
    expect(
      mountSummaries(await load({ "shop/schema.graphql": sdl, "shop/openapi.json": openapi("/v7/shop/graphql") })),
    ).toEqual([["shop-graphql", "/v7/shop/graphql", 1]]);
  });

  it("returns /graphql for a single schema", async () => {
    expect(mountSummaries(await load({ "one/shop.graphql": sdl }))).toEqual([["shop", "/graphql", 0]]);
    expect(mountSummaries(await load({ "two/schema.graphql": sdl, "two/openapi.json": openapi("/orders") }))).toEqual([
      ["two-graphql", "/graphql", 0],
    ]);
  });

  it("adds the API name if there are several schemas or the path is taken", async () => {
    expect(mountSummaries(await load({ "many/shop.graphql": sdl, "many/bank.graphql": sdl }))).toEqual([
      ["bank", "/bank/graphql", 0],
      ["shop", "/shop/graphql", 0],
    ]);
    expect(mountSummaries(await load({ "own/other.json": openapi("/graphql"), "own/shop.graphql": sdl }))).toEqual([
      ["shop", "/shop/graphql", 0],
    ]);
  });
});

async function load(files: Readonly<Record<string, string>>): Promise<readonly Contract[]> {
  const folder = scratch.write(files).replace(/\/[^/]*$/, "");
  return loadContracts([folder]);
}

function mountSummaries(contracts: readonly Contract[]) {
  return listMounts(contracts).map(({ schema, path, routes }) => [schema.api, path, routes.length]);
}
