import type { Platform } from "../platform/platform.ts";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, loadContract, loadContracts } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  ownPlatform,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { type PlatformOptions } from "../engine/create-platform.ts";

const scratch = createScratch();
const path = "/v2/portal/graphql";
const portal = { brand_id: "brand_rhein", name: "Rhein Energy", domain: "portal.rhein-energy.example" };

describe("queries to the portal's schema", () => {
  it("show the items of REST operations, with their latest changes", async () => {
    const platform = await ownPlatform();
    expect(await data(platform, "{ brands { id } }")).toEqual({ brands: [] });

    const { value } = await ask(platform, "POST /v2/portal/portals", { body: portal });
    const query = `{ brands { id name title domain defaultLanguage } }`;
    const brand = { id: "brand_rhein", name: portal.name, title: portal.name, domain: portal.domain };
    expect(await data(platform, query)).toMatchObject({ brands: [brand] });

    const change = { name: "Rhein", default_language: "de" };
    await ask(platform, `PATCH /v2/portal/portals/${value.id}`, { body: change });
    expect(await data(platform, query)).toEqual({
      brands: [{ ...brand, name: "Rhein", title: "Rhein", defaultLanguage: "de" }],
    });
  });

  it("find a brand by its domain, and none by an unknown one", async () => {
    const platform = await ownPlatform();
    await ask(platform, "POST /v2/portal/portals", { body: portal });
    const query = "query ($domain: String!) { brand(domain: $domain) { id } }";

    expect(await data(platform, query, { variables: { domain: portal.domain } })).toEqual({
      brand: { id: "brand_rhein" },
    });
    expect(await data(platform, query, { variables: { domain: "elsewhere.example" } })).toEqual({ brand: null });
  });

  it("generate objects that are not stored: the same for the same id, and consistent", async () => {
    const platform = await ownPlatform();
    await ask(platform, "POST /v2/portal/portals", { body: portal });
    const { brands } = await data(platform, "{ brands { network { id name asksForConsent brands { id } } } }");
    const [{ network }] = brands;

    expect(network.brands).toEqual([{ id: "brand_rhein" }]);
    expect(
      await data(platform, `{ brandNetwork(id: "${network.id}") { id name asksForConsent brands { id } } }`),
    ).toEqual({ brandNetwork: network });
  });

  it("read one organization; a fork has its state, and a reset clears it", async () => {
    const platform = await ownPlatform();
    await ask(platform, "POST /v2/portal/portals", { body: portal });
    await platform.organization("acme").fork("twin");
    await platform.organization("acme").reset();
    const of = (token: string) => data(platform, "{ brands { id } }", { token });

    expect(await of("org_twin")).toEqual({ brands: [{ id: "brand_rhein" }] });
    expect(await of("org_acme")).toEqual({ brands: [] });
    expect(await of("org_other")).toEqual({ brands: [] });
  });

  it("need a token", async () => {
    const platform = await ownPlatform();
    for (const line of [`POST ${path}`, `GET ${path}?query={__typename}`]) {
      const response = await ask(platform, line, { token: "", body: { query: "{ __typename }" } });
      expect(response).toMatchObject({ status: 401, headers: { "www-authenticate": 'Bearer realm="mock"' } });
    }
  });

  it("show a signed-in customer the fields for customers, and the organization its own", async () => {
    const platform = await ownPlatform();
    for (const first_name of ["Ada", "Grace"]) await ask(platform, "POST /v1/entity/contact", { body: { first_name } });
    const { results } = (await ask(platform, "GET /v1/entity/contact")).value;
    await ask(platform, "POST /v2/portal/portals", { body: portal });
    const contact = "{ contact { id firstName lastName } }";
    const run = (query: string, token?: string) => queryData(platform, query, { token });

    expect(await run(contact)).toMatchObject({
      data: { contact: null },
      errors: [{ path: ["contact"], extensions: { code: "UNAUTHENTICATED" } }],
    });
    expect(await run(contact, "org_acme:customer")).toEqual({
      data: { contact: { id: results[0].id, firstName: "Ada", lastName: null } },
    });
    expect(await run(contact, `org_acme:customer:${results[1].id}`)).toMatchObject({
      data: { contact: { firstName: "Grace" } },
    });
    expect(await run("{ brands { id } }", "org_acme:customer")).toMatchObject({
      data: null,
      errors: [{ path: ["brands"], extensions: { code: "FORBIDDEN" } }],
    });
    // A field without a directive is for customers and for the organization.
    const look = `{ brand(domain: "${portal.domain}") { name } }`;
    expect(await run(look, "org_acme:customer")).toEqual(await run(look));
  });

  it("are accepted by GET and POST", async () => {
    const platform = await ownPlatform();
    const query = "query Named($id: String!) { brandNetwork(id: $id) { name } } query Other { __typename }";
    const variables = { id: "network_1" };
    const url = new URLSearchParams({ query, operationName: "Named", variables: JSON.stringify(variables) });
    const posted = await ask(platform, `POST ${path}`, { body: { query, operationName: "Named", variables } });

    expect(posted.value).toMatchObject({ data: { brandNetwork: { name: expect.any(String) as string } } });
    expect((await ask(platform, `GET ${path}?${url}`)).text).toBe(posted.text);
  });

  it("are described by introspection", async () => {
    const { __schema } = await data(await ownPlatform(), "{ __schema { queryType { fields { name } } } }");

    expect(__schema.queryType.fields).toContainEqual({ name: "brandNetwork" });
  });

  it.each<[string, JsonObject | undefined, string]>([
    ["no body", undefined, "body /: expected a body, got nothing"],
    ["no query", {}, 'body /: expected the property "query", got nothing'],
    ["a query that is none", { query: 7 }, "body /query: expected a string, got 7"],
  ])("are refused with %s, in the form of GraphQL errors", async (_, body, message) => {
    const response = await ask(await ownPlatform(), `POST ${path}`, body ? { body } : {});

    expect(response).toMatchObject({
      status: 400,
      value: { errors: [{ message }] },
    });
  });

  it.each(["{ colour }", "{ brands", "query A { __typename } query B { __typename }"])(
    "that are invalid get errors: %s",
    async (query) => {
      const platform = await ownPlatform();
      const [plain, strict] = await Promise.all(
        ["application/json", "application/graphql-response+json"].map((accept) =>
          ask(platform, `POST ${path}`, { body: { query }, headers: { accept } }),
        ),
      );

      expect(plain).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
      expect(strict).toMatchObject({ status: 400, headers: { "content-type": "application/graphql-response+json" } });
      expect(plain?.value.errors).toHaveLength(1);
      expect(strict?.text).toBe(plain?.text);
    },
  );

  it("get the only documented media type if the client accepts any", async () => {
    const paths = {
      "/graphql": {
        post: {
          requestBody: { content: { "application/json": {} } },
          responses: { 200: { description: "Done", content: { "application/graphql-response+json": {} } } },
        },
      },
    };
    const info = { title: "Shop", version: "1" };
    const document = JSON.stringify({ openapi: "3.1.0", info, paths });
    const file = scratch.write({ "shop/openapi.yaml": document, "shop/schema.graphql": "type Query { a: Int }" });
    const platform = platformServing(await loadContracts([dirname(file)]));
    const response = await ask(platform, "POST /graphql", { body: { query: "{ b }" } });

    expect(response).toMatchObject({ status: 400, headers: { "content-type": "application/graphql-response+json" } });
  });

  it("are refused if no media type is acceptable", async () => {
    const response = await ask(await ownPlatform(), `POST ${path}`, {
      body: { query: "{ __typename }" },
      headers: { accept: "image/png" },
    });

    expect(response).toMatchObject({ status: 406, value: { detail: "The query cannot be answered: Not Acceptable" } });
  });

  it("are affected by faults and recorded in the journal, as other operations", async () => {
    const platform = await ownPlatform();
    const query = { query: "query Look { brands { id } }" };
    platform
      .organization("acme")
      .faults.set([{ id: "status", status: 503, times: 1, operations: ["queryPortal"] }, { id: "malformed" }]);
    const [refused, broken] = [
      await ask(platform, `POST ${path}`, { body: query }),
      await ask(platform, `POST ${path}`, { body: query }),
    ];

    expect(refused).toMatchObject({
      status: 503,
      headers: { "concord-fault": expect.stringContaining("status") as string },
    });
    expect(broken.status).toBe(200);
    expect(broken.value).toBeUndefined();
    expect(platform.organization("acme").journal.entries({ operation: "portal/queryPortal" })).toMatchObject([
      { status: 503, verdict: "refused", request: { body: query } },
      { status: 200, verdict: "answered", basis: "assumed" },
    ]);
  });
});

describe("queries to a user's own schema", () => {
  it("have a separate path", async () => {
    const { routes, graphqlPaths } = await shop();

    expect(routes.map(({ api, id, name }) => `${api}/${id} ${name}`)).toEqual([
      "shop/queryByUrl GET /graphql",
      "shop/query POST /graphql",
    ]);
    expect(graphqlPaths).toEqual(["/graphql"]);
  });

  it("find listed objects of every type by their ids", async () => {
    const platform = await shop();
    const { users } = await data(platform, "{ users { id email orders { id user { id } } } }");
    for (const { id, email, orders } of users) {
      const singleResults = await data(platform, `{ user(id: "${id}") { email } node(id: "${id}") { __typename id } }`);
      expect(singleResults).toEqual({ user: { email }, node: { __typename: "User", id } });
      for (const order of orders) expect(order.user).toEqual({ id });
    }
    expect(users).toHaveLength(3);
  });

  it("support pages and filters in arguments", async () => {
    const platform = await shop();
    const { users } = await data(platform, "{ users { id email } }");

    expect(await data(platform, "{ users(first: 2) { id email } }")).toEqual({ users: users.slice(0, 2) });
    expect(await data(platform, `{ users(filter: { email: "${users[1].email}" }) { id email } }`)).toEqual({
      users: [users[1]],
    });
  });

  it("show constant generated times, and real times of writes", async () => {
    const platform = await shop();
    const query = '{ user(id: "1") { createdAt } }';
    const before = await data(platform, query);
    platform.organization("acme").clock.advance(60_000);
    const input = { email: "ada@mail.example" };
    const create = "mutation ($input: UserInput!) { createUser(input: $input) { id createdAt } }";

    expect(await data(platform, query)).toEqual(before);
    const { createUser } = await data(platform, create, { variables: { input } });
    platform.organization("acme").clock.advance(60_000);
    expect(createUser.createdAt).toBe("2026-01-05T12:01:00.000Z");
    expect(await data(platform, `{ user(id: "${createUser.id}") { id createdAt } }`)).toEqual({ user: createUser });
  });

  it("keep the references of generated objects when others are written and deleted", async () => {
    const platform = await shop();
    const { users } = await data(platform, "{ users { id } }");
    const byId = users.map(({ id }: { id: string }, at: number) => `u${at}: user(id: "${id}") { id orders { id } }`);
    const referred = () => data(platform, `{ orders { edges { node { id user { id } } } } ${byId.join(" ")} }`);
    const before = await referred();
    const { createUser } = await data(platform, 'mutation { createUser(input: { email: "a@mail.example" }) { id } }');
    expect(await referred()).toEqual(before);
    await data(platform, `mutation { deleteUser(id: "${createUser.id}") }`);
    expect(await referred()).toEqual(before);
  });

  it("generate a user's name with a matching email address", async () => {
    const file = fileURLToPath(new URL("../../fixtures/mock/graphql/people.graphql", import.meta.url));
    const platform = platformServing([await loadContract(file)]);
    const { users } = await data(platform, "{ users { name email } }");

    for (const { name, email } of users) {
      expect(name).toMatch(/^[A-Z]\S+ \S+$/);
      expect(email.split("@")[0].replace(".", " ")).toBe(name.toLowerCase().replaceAll(/[^a-z ]/g, ""));
    }
  });

  it("see the effects of mutations: created, changed, deleted", async () => {
    const platform = await shop();
    const { users: before } = await data(platform, "{ users { id email } }");
    const input = { email: "ada@mail.example" };
    const { createUser: ada } = await data(
      platform,
      "mutation ($input: UserInput!) { createUser(input: $input) { id email createdAt } }",
      { variables: { input } },
    );
    expect(ada).toMatchObject(input);
    expect(await data(platform, `{ user(id: "${ada.id}") { id email } users { id email } }`)).toEqual({
      user: { id: ada.id, ...input },
      users: [{ id: ada.id, ...input }],
    });

    const changed = await data(
      platform,
      `mutation { updateUser(id: "${before[0].id}", input: { email: "x@mail.example" }) { id email }
        deleteUser(id: "${before[1].id}") again: deleteUser(id: "${before[1].id}") }`,
    );
    expect(changed).toEqual({
      updateUser: { id: before[0].id, email: "x@mail.example" },
      deleteUser: true,
      again: false,
    });
    expect((await data(platform, "{ users { id } }")).users).toEqual([{ id: before[0].id }, { id: ada.id }]);
    expect(await data(platform, `{ user(id: "${before[1].id}") { id } }`)).toEqual({ user: null });
  });

  it("cannot be mutations with GET", async () => {
    const platform = await shop();
    const query = 'mutation { deleteUser(id: "1") }';

    expect(await ask(platform, `GET /graphql?${new URLSearchParams({ query })}`)).toMatchObject({
      status: 405,
      headers: { allow: "POST" },
      value: { detail: "The query cannot be answered: Method Not Allowed" },
    });
  });

  it("are limited: too deep and too costly ones are refused with a reason", async () => {
    const platform = await shop({ graphql: { maxDepth: 3, maxCost: 50 } });
    const messages = async (query: string) => (await queryData(platform, query))["errors"];

    expect(await messages("{ users { orders { user { id } } } }")).toMatchObject([
      { message: "Cannot run the query: its fields are nested 4 levels deep, and at most 3 are allowed" },
      { message: "Cannot run the query: it costs 211, and at most 50 is allowed", extensions: { code: "TOO_COSTLY" } },
    ]);
    expect(await messages("{ users(first: 2) { orders(first: 3) { id } } }")).toBeUndefined();
  });
});

async function shop(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const file = fileURLToPath(new URL("../../fixtures/mock/graphql/shop.graphql", import.meta.url));
  return platformServing([await loadContract(file)], options);
}

/** Data of the response to a query, which must have no errors. */
async function data(platform: Platform, query: string, options: QueryOptions = {}): Promise<ParsedResponse["value"]> {
  const response = await queryData(platform, query, options);
  expect(response["errors"]).toBeUndefined();
  return response["data"];
}

interface QueryOptions extends Pick<RequestOptions, "token"> {
  readonly variables?: Json;
}

async function queryData(
  platform: Platform,
  query: string,
  { token, variables = null }: QueryOptions = {},
): Promise<JsonObject> {
  const [at = ""] = platform.graphqlPaths;
  const response = await ask(platform, `POST ${at}`, { token, body: { query, variables } });
  return response.value as JsonObject;
}
