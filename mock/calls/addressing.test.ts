import { describe, expect, it } from "vitest";
import { type Contract, type JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, ownContracts, platformServing } from "../../test/support/mock/ask.ts";
import { type Addressing, createAddressing } from "./addressing.ts";
import { createDispatcher } from "../index.ts";

const answer = { responses: { "200": { description: "Fine." } } };

/** Contract in which each of these paths has a GET operation. The first path also has a POST operation. */
function contractOf(api: string, paths: readonly string[], more: JsonObject = {}): Contract {
  const items = paths.map((path, index) => [path, { get: answer, ...(index === 0 && { post: answer }) }]);
  const made = compileInMemory({ paths: Object.fromEntries(items), ...more });
  const withApi = <T extends { readonly api: string }>(all: readonly T[]): T[] => all.map((each) => ({ ...each, api }));
  const operations = withApi(made.operations);
  return { ...made, api, operations, routes: operations };
}

const users = contractOf("users", ["/items/{id}", "/users", "/users/{id}"]);
const pets = contractOf("pets", ["/items/{id}", "/pets", "/v1/{any}"]);

/** The found operation as "api METHOD /template prefix|rest of the path", or the status code of the refusal. */
function addressed(addressing: Addressing, line: string, host?: string): string {
  const [method = "", path = ""] = line.split(" ");
  const found = addressing.find({ method, url: path, headers: { ...(host !== undefined && { host }) } }, path);
  if ("refused" in found) return `${found.status} ${found.headers?.["allow"] ?? found.refused}`;
  const { operation, prefix = "" } = found;
  return `${operation.route.api} ${operation.route.name} ${prefix}|${path.slice(prefix.length)}`;
}

describe("createAddressing()", () => {
  it("finds every operation of the platform by its path, by its API's name and by its host", async () => {
    const contracts = await ownContracts();
    const addressing = createAddressing(contracts);
    for (const { api, method, path, name } of contracts.flatMap(({ routes }) => routes)) {
      const concrete = path.replaceAll(/\{[^{}]+\}/g, "x1");
      const expected = addressed(addressing, `${method} ${concrete}`);

      expect(expected).toBe(`${api} ${name} |${concrete}`);
      expect(addressed(addressing, `${method} /${api}${concrete}`)).toBe(`${api} ${name} /${api}|${concrete}`);
      expect(addressed(addressing, `${method} ${concrete}`, `${api}.localhost:4010`)).toBe(expected);
    }
  });

  it("distinguishes two APIs that share a path, and reports the methods and paths of the addressed API", () => {
    const addressing = createAddressing([users, pets]);

    expect(addressed(addressing, "GET /items/1")).toBe("users GET /items/{id} |/items/1");
    expect(addressed(addressing, "GET /pets/items/1")).toBe("pets GET /items/{id} /pets|/items/1");
    expect(addressed(addressing, "HEAD /pets/items/1")).toBe("pets GET /items/{id} /pets|/items/1");
    expect(addressed(addressing, "GET /items/1", "pets.localhost")).toBe("pets GET /items/{id} |/items/1");
    expect(addressed(addressing, "GET /items/1", "PETS.localhost:80")).toBe("pets GET /items/{id} |/items/1");
    expect(addressed(addressing, "OPTIONS /pets/items/1")).toBe("204 GET, HEAD, POST");
    expect(addressed(addressing, "PUT /items/1", "pets.localhost")).toBe("405 GET, HEAD, POST");
    expect(addressed(addressing, "GET /pets/users")).toBe('404 No operation of pets has the path "/users"');
    expect(addressed(addressing, "GET /users", "pets.localhost")).toContain("404 No operation of pets");
    expect(addressed(addressing, "GET /pets")).toBe("pets GET /pets |/pets");
  });

  it("prefers a documented path to the name of an API, and suggests the host for the hidden operation", () => {
    const usersApi = contractOf("users", ["/users/{id}", "/{id}", "/items/{number}"]);
    const other = contractOf("items", ["/{id}"]);
    const addressing = createAddressing([usersApi, other]);

    expect(addressed(addressing, "GET /users/x")).toBe("users GET /users/{id} |/users/x");
    expect(addressed(addressing, "GET /users/users/x")).toBe("users GET /users/{id} /users|/users/x");
    expect(addressing.shadowed.map(({ name, ways }) => [name, ways])).toEqual([
      ["GET /{id}", { host: "items.localhost" }],
    ]);
  });

  it.each([
    undefined,
    "127.0.0.1:4010",
    "localhost:4010",
    "pets.localhost.example",
    "other.localhost",
    ".localhost",
    "pets.example",
  ])("finds no API for the host %j", (host) => {
    expect(addressed(createAddressing([users, pets]), "GET /users", host)).toBe("users GET /users |/users");
  });

  it("lists hidden operations with their other addresses, and none if two APIs have the same name", () => {
    const shadowed = (...contracts: Contract[]): unknown[] =>
      createAddressing(contracts).shadowed.map(({ api, name, ways }) => [api, name, ways]);
    const ways = { prefix: "/pets", host: "pets.localhost" };

    expect(shadowed(users, pets)).toEqual([
      ["pets", "GET /items/{id}", ways],
      ["pets", "POST /items/{id}", ways],
    ]);
    expect(shadowed(pets, contractOf("pets", ["/pets"]))).toEqual([["pets", "GET /pets", {}]]);
    expect(shadowed(pets, contractOf("a, b", ["/pets"]))).toEqual([["a, b", "GET /pets", { prefix: "/a%2C%20b" }]]);
  });

  it("finds operations below the server paths of a document, also if two documents share a path", async () => {
    const servers = (url: string): JsonObject => ({ servers: [{ url, variables: { version: { default: "v3" } } }] });
    const older = contractOf("old", ["/items/{id}"], servers("https://x.example/api/v2/"));
    const newer = contractOf("young", ["/items/{id}", "/{a}/{b}/{c}/{d}"], servers("/api/{version}"));
    const addressing = createAddressing([older, newer]);

    expect([older.basePaths, newer.basePaths]).toEqual([["/api/v2"], ["/api/v3"]]);
    expect(addressing.shadowed.map(({ api, by, ways }) => ({ api, by, ways }))).toEqual(
      Array.from({ length: 2 }, () => ({
        api: "young",
        by: "old",
        ways: { prefix: "/api/v3", host: "young.localhost" },
      })),
    );
    expect(addressed(addressing, "GET /api/v2/items/1")).toBe("old GET /items/{id} /api/v2|/items/1");
    expect(addressed(addressing, "GET /api/v3/items/a%2Fb")).toBe("young GET /items/{id} /api/v3|/items/a%2Fb");
    expect(addressed(addressing, "GET /%61pi/v3/items/1")).toBe("young GET /items/{id} /%61pi/v3|/items/1");
    expect(addressed(addressing, "GET /items/1")).toBe("old GET /items/{id} |/items/1");
    expect(addressed(addressing, "GET /young/api/v3/items/1")).toBe("young GET /items/{id} /young/api/v3|/items/1");
    expect(addressed(addressing, "GET /api/v3/items/1", "young.localhost")).toBe(
      "young GET /items/{id} /api/v3|/items/1",
    );
  });

  it("reports a removed operation as removed if its path begins with the name of an API", () => {
    const removed = { "x-removed": { "/users/old": { methods: ["get"], description: "Use /users." } } };
    expect(addressed(createAddressing([contractOf("users", ["/users"], removed)]), "GET /users/old")).toMatch(/^410 /);
  });
});

describe("a platform", () => {
  it("has one state for all addresses of an operation, and each Location has the prefix of its request", async () => {
    const platform = platformServing(await ownContracts());
    const body = { number: "1EMH0012345678" };
    const made = await ask(platform, "POST /metering/v2/metering/meters", { body });
    const listed = await ask(platform, "GET /v2/metering/meters", { headers: { host: "metering.localhost:4010" } });
    const direct = await ask(platform, "POST /v2/metering/meters", { body });

    expect(listed.value).toEqual([made.value]);
    expect(direct.headers["location"]).toMatch(/^\/v2\/metering\/meters\/[^/]+$/);
    expect(made.headers["location"]).toBe(`/metering/v2/metering/meters/${made.value.id}`);
    expect((await ask(platform, `GET ${made.headers["location"]}`)).value).toEqual(made.value);
  });

  it("receives the host through a dispatcher as well", async () => {
    const dispatcher = createDispatcher(platformServing([users, pets]));
    const response = await fetch("http://pets.localhost:4010/users", { dispatcher } as object);

    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("No operation of pets") as string });
  });
});
