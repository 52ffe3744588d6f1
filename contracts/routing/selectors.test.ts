import type { JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { joinQuery } from "../http/query.ts";
import { createRouter } from "./router.ts";

const item: JsonObject = { get: { responses: { "200": { description: "Fine" } } } };

function routerOf(...paths: string[]) {
  return createRouter(compileInMemory({ paths: Object.fromEntries(paths.map((path) => [path, item])) }).operations);
}

describe("operations that differ only in the query of their path", () => {
  const { match, shadowed } = routerOf(
    "/models",
    "/models?beta=true",
    "/models?beta=true&full=1",
    "/models?beta=false",
    "/jobs?view=all",
    "/{bucket}",
    "/{bucket}#acl",
    "/{bucket}#list-type=2",
    "/",
    "/#Action=Create",
    "/#X-Target=Db.Create",
    "/files/{id}#shared_link",
    "/weather?city={city}",
    "/weather?lat={lat}&lon={lon}",
  );

  it.each<[string, string | undefined, Record<string, string>?]>([
    ["/models", "/models"],
    ["/models?limit=2", "/models"],
    ["/models?beta=true", "/models?beta=true"],
    ["/models?limit=2&beta=true", "/models?beta=true"],
    ["/models?full=1&beta=true", "/models?beta=true&full=1"],
    ["/models?beta=false", "/models?beta=false"],
    ["/models?beta=maybe", "/models"],
    ["/jobs?view=all", "/jobs?view=all"],
    ["/jobs?view=some", undefined],
    ["/jobs", undefined],
    ["/photos?acl", "/{bucket}#acl", { bucket: "photos" }],
    ["/photos?acl=", "/{bucket}#acl", { bucket: "photos" }],
    ["/photos?list-type=2", "/{bucket}#list-type=2", { bucket: "photos" }],
    ["/photos?list-type=1", "/{bucket}", { bucket: "photos" }],
    ["/?Action=Create", "/#Action=Create"],
    ["/?Action=Other", "/"],
    ["/files/1", "/files/{id}#shared_link", { id: "1" }],
    ["/weather?city=New%20York", "/weather?city={city}", { city: "New%20York" }],
    ["/weather?lat=1&lon=2", "/weather?lat={lat}&lon={lon}", { lat: "1", lon: "2" }],
  ])("match %s as %s", (url, path, parameters = {}) => {
    const found = match("GET", url);

    if (path === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ operation: { path }, parameters });
  });

  it("are selected by a header if the key has a fragment", () => {
    expect(match("GET", "/", { "x-target": "Db.Create" })).toMatchObject({
      operation: { path: "/#X-Target=Db.Create" },
    });
    expect(match("HEAD", "/models?beta=true")).toMatchObject({ operation: { path: "/models?beta=true" } });
  });

  it("are shadowed only if their selectors are equal", () => {
    expect(shadowed).toEqual([]);
    expect(routerOf("/a?b=1", "/{x}?b=1", "/{y}?b=1").shadowed.map(({ path }) => path)).toEqual(["/{y}?b=1"]);
  });
});

describe("joinQuery()", () => {
  it.each([
    ["/models", "", "/models"],
    ["/models", "a=1", "/models?a=1"],
    ["/models?beta=true", "", "/models?beta=true"],
    ["/models?beta=true", "a=1", "/models?beta=true&a=1"],
    ["/models?beta=true", "beta=false", "/models?beta=false"],
    ["/weather?lat={lat}&lon=2", "lat=1", "/weather?lon=2&lat=1"],
    ["/photos#acl", "acl=", "/photos?acl="],
  ])("writes %s with %j as %s", (path, query, expected) => {
    expect(joinQuery(path, query)).toBe(expected);
  });
});

describe("paths with placeholders in the query", () => {
  it("declare query parameters, not undeclared path parameters", () => {
    const parameters = [{ name: "lat", in: "query", required: true, schema: { type: "number" } }];
    const { operations, problems } = compileInMemory({
      paths: { "/weather?lat={lat}": { get: { ...(item["get"] as JsonObject), parameters } } },
    });

    expect(problems).toEqual([]);
    expect(operations[0]?.parameters.map(({ in: place, name }) => [place, name])).toEqual([["query", "lat"]]);
  });
});
