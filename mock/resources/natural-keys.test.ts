import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { type Platform } from "../index.ts";

const naturalKeys = () => platformOf("natural-keys");

describe("the key of an item", () => {
  it("is generated if the client sends an empty key, as with generateName of Kubernetes", async () => {
    const platform = await naturalKeys();
    const { status, value } = await ask(platform, "POST /namespaces", { body: { metadata: { name: "" } } });
    const name = String(value.metadata.name);

    expect(status).toBe(201);
    expect(name).not.toBe("");
    expect((await ask(platform, `GET /namespaces/${name}`)).status).toBe(200);
  });

  it.each<[string, string, object, string]>([
    ["a member in an object of the item", "/namespaces", { metadata: { name: "dev" } }, "dev"],
    ["a key that the response does not contain", "/variables", { name: "REGION", value: "eu" }, "REGION"],
    ["the property with the value of the parameter's example", "/users", { login: "mona" }, "mona"],
  ])("is taken from the request: %s", async (_, collection, body, key) => {
    const platform = await naturalKeys();
    const created = await ask(platform, `POST ${collection}`, { body: body as never });
    const found = await ask(platform, `GET ${collection}/${key}`);

    expect([created.status, created.headers["location"]]).toEqual([201, `${collection}/${key}`]);
    expect([found.status, found.value]).toEqual([200, expect.objectContaining(body)]);
  });

  it.each<[string, string, (item: Readonly<Record<string, unknown>>) => unknown]>([
    ["the name of the path parameter ends with", "/issues", ({ number }) => number],
    ["contains the number of the path as text", "/hooks", ({ id }) => id],
    ["is its id, if no other property fits", "/promotion_codes", ({ id }) => id],
  ])("is stored in the property that %s", async (_, collection, keyOf) => {
    const platform = await naturalKeys();
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "code=SPRING" };
    const created = await ask(platform, `POST ${collection}`, collection === "/promotion_codes" ? form : { body: {} });
    const location = `${collection}/${String(keyOf(created.value))}`;

    expect(created.headers["location"]).toBe(location);
    expect((await ask(platform, `GET ${location}`)).value).toEqual(created.value);
  });

  it("is a slug derived from the name, with a number if that slug exists", async () => {
    const platform = await naturalKeys();
    const create = () => ask(platform, "POST /teams", { body: { name: "Équipe  Nord & Süd" } });

    expect([(await create()).value.slug, (await create()).value.slug]).toEqual([
      "equipe-nord-sud",
      "equipe-nord-sud-2",
    ]);
    expect((await ask(platform, "GET /teams/equipe-nord-sud-2")).status).toBe(200);
  });

  it("identifies the item in lists, changes and deletions", async () => {
    const platform = await naturalKeys();
    for (const name of ["dev", "prod"]) await ask(platform, "POST /namespaces", { body: { metadata: { name } } });
    const headers = { "content-type": "application/merge-patch+json" };
    await ask(platform, "PATCH /namespaces/dev", { body: { metadata: { labels: { tier: "1" } } }, headers });
    await ask(platform, "PUT /namespaces/prod", { body: { kind: "Namespace", metadata: {} } });
    const names = async () =>
      (await ask(platform, "GET /namespaces")).value.items.map(
        (item: { metadata: { name: string } }) => item.metadata.name,
      );

    expect(await names()).toEqual(["dev", "prod"]);
    expect((await ask(platform, "GET /namespaces/dev")).value.metadata).toMatchObject({
      name: "dev",
      labels: { tier: "1" },
    });
    expect((await ask(platform, "GET /namespaces/prod")).value).toMatchObject({
      kind: "Namespace",
      metadata: { name: "prod" },
    });
    await ask(platform, "DELETE /namespaces/dev");
    expect(await names()).toEqual(["prod"]);
  });

  it.each<[string, object, number]>([
    ["/variables", { name: "REGION", value: "eu" }, 409],
    ["/users", { login: "mona" }, 400],
    ["/namespaces", { metadata: { name: "dev" } }, 400],
  ])(
    "is refused by POST %s if another item has it, with the documented status or 400",
    async (collection, body, status) => {
      const platform = await naturalKeys();
      const create = () => ask(platform, `POST ${collection}`, { body: body as never });

      expect([(await create()).status, (await create()).status]).toEqual([201, status]);
    },
  );

  it("identifies collections below the item, with any name of the path parameter", async () => {
    const platform = platformWith({
      "/namespaces": { post: creates() },
      "/namespaces/{name}": { parameters: [inPath("name")], get: shows() },
      "/namespaces/{namespace}/pods": { parameters: [inPath("namespace")], get: lists(), post: creates() },
      "/namespaces/{ns}/pods/{name}": { parameters: [inPath("ns"), inPath("name")], get: shows() },
    });
    const named = (name: string) => ({ body: { metadata: { name } } });
    await ask(platform, "POST /namespaces", named("dev"));

    expect((await ask(platform, "POST /namespaces/dev/pods", named("web"))).status).toBe(201);
    expect((await ask(platform, "GET /namespaces/dev/pods/web")).value).toMatchObject(named("web").body);
    expect((await ask(platform, "GET /namespaces/dev/pods")).value).toEqual([named("web").body]);
    expect((await ask(platform, "POST /namespaces/none/pods", named("web"))).status).toBe(404);
  });

  it.each<[readonly string[], number]>([
    [["400", "422", "409"], 409],
    [["400", "422"], 422],
    [["400"], 400],
    [["4XX"], 409],
    [[], 400],
  ])("is refused with the conflict status among %j if it exists or does not fit a path", async (statuses, status) => {
    const refused = Object.fromEntries(statuses.map((each) => [each, { description: "Refused." }]));
    const key = { ...inPath("name"), schema: { type: "string", pattern: "^[a-z]+$" } };
    const platform = platformWith({
      "/users": { post: { ...creates(), responses: { ...creates().responses, ...refused } } },
      "/users/{name}": { parameters: [key], get: shows() },
    });
    const create = async (name: string) =>
      (await ask(platform, "POST /users", { body: { metadata: { name } } })).status;

    expect([await create("mona"), await create("mona"), await create("A/B")]).toEqual([201, status, status]);
  });

  it("matches the schema of every path that contains it", async () => {
    const project = { type: "object", required: ["id"], properties: { id: { type: ["string", "integer"] } } };
    const platform = platformWith({
      "/projects": { post: creates(project, { type: "object" }) },
      "/projects/{id}": { parameters: [inPath("id")], get: shows(project) },
      "/projects/{project_id}/tags": { parameters: [inPath("project_id", "integer")], post: creates() },
    });
    const { value } = await ask(platform, "POST /projects", { body: {} });

    expect((await ask(platform, `GET /projects/${value.id}`)).value).toEqual(value);
    expect((await ask(platform, `POST /projects/${value.id}/tags`, { body: {} })).status).toBe(201);
  });
});

const named = {
  type: "object",
  properties: { metadata: { type: "object", properties: { name: { type: "string" } } } },
};

function platformWith(paths: JsonObject): Platform {
  return platformServing([compileInMemory({ paths })]);
}

function inPath(name: string, type = "string") {
  return { name, in: "path", required: true, schema: { type } };
}

function holding(schema: JsonObject) {
  return { content: { "application/json": { schema } } };
}

function creates(schema: JsonObject = named, taken = schema) {
  return { requestBody: holding(taken), responses: { "201": { description: "It.", ...holding(schema) } } };
}

function shows(schema: JsonObject = named) {
  return { responses: { "200": { description: "It.", ...holding(schema) } } };
}

function lists(items: JsonObject = named) {
  return shows({ type: "array", items });
}
