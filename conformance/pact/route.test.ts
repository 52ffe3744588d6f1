import { describe, expect, it } from "vitest";
import { compileGenerated } from "../../contracts/index.ts";
import { createRoutes } from "./route.ts";

function apiOf(api: string, title: string, path: string, server = "") {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true }));
  const get = { operationId: `${api}-get`, parameters, responses: { "200": { description: "It." } } };
  const document = {
    openapi: "3.1.0",
    info: { title, version: "1" },
    ...(server !== "" && { servers: [{ url: `https://example.org${server}` }] }),
    paths: { [path]: { get } },
    "x-removed": { [`/${api}/old`]: { description: "It went.", methods: ["get"] } },
  };
  return compileGenerated(document as never, { api, file: `${api}.json` });
}

const routes = createRoutes([
  apiOf("alpha", "All of it", "/x/{id}"),
  apiOf("beta", "The latest", "/x/latest"),
  apiOf("gamma", "Served below", "/y", "/base"),
]);

function found(provider: string, path: string): string {
  const routed = routes(provider, { method: "GET", path });
  return "unknown" in routed ? routed.unknown : `${routed.contract.api}${routed.isHidden ? " hidden" : ""}`;
}

describe("createRoutes()", () => {
  it.each([
    ["somebody", "/x/1", "alpha"],
    ["somebody", "/x/latest", "beta"],
    ["alpha", "/x/latest", "alpha hidden"],
    ["all of it", "/x/latest", "alpha hidden"],
    ["beta", "/x/latest", "beta"],
    ["beta", "/x/1", "alpha"],
    ["somebody", "/y", "gamma"],
    ["somebody", "/base/y", "gamma"],
    ["somebody", "/alpha/x/latest", "alpha"],
    ["somebody", "/beta/old", "GET /beta/old was removed"],
    ["somebody", "/z", "no contract has GET /z; the nearest is GET /y"],
  ])("finds the operation for the provider %s and the request %s: %s", (provider, path, expected) => {
    expect(found(provider, path)).toBe(expected);
  });
});
