import { platformMock } from "../../mock.ts";
import { describe, expect, it } from "vitest";
import {
  type ParsedResponse,
  ask,
  newStore,
  ownContracts,
  ownPlatform,
  platformServing,
} from "../../../../test/support/mock/ask.ts";
import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { type Platform } from "../../../../mock/index.ts";
import { MAX_RECORDS } from "./audit-trail.ts";

async function search(platform: Platform, body?: Json, query = ""): Promise<ParsedResponse["value"]> {
  return (await ask(platform, `POST /v1/logs${query}`, body === undefined ? {} : { body })).value;
}

const actionsIn = ({ results }: { results: JsonObject[] }) => results.map(({ action }) => action);

/** Several writes at intervals of one minute: by the organization, by a partner, and inside the platform. */
async function busy(): Promise<Platform> {
  const platform = await ownPlatform();
  const lines: [string, Json][] = [
    ["PUT /v1/entity/schemas/contact", {}],
    ["POST /v2/partners", { name: "Elektro Rhein", contact: { email: "hello@rhein.example" } }],
    ["POST /v1/taxes", { name: "TVA", rate: 20 }],
  ];
  for (const [line, body] of lines) {
    await ask(platform, line, { body });
    platform.clock.advance(60_000);
  }
  return platform;
}

describe("the audit record of a write", () => {
  it("has actor, action, target and time", async () => {
    const platform = await ownPlatform();
    const { value: tax } = await ask(platform, "PUT /v1/entity/schemas/contact", { body: {} });
    const { hits, results } = await search(platform);

    expect(tax.slug).toBe("contact");
    expect(hits).toBe(1);
    expect(results).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        visibility: "organization",
        occurred_at: "2026-01-05T12:00:00.000Z",
        service: "entity",
        action: "schema.replaced",
        actor: { type: "access_token", id: "org_acme" },
        target: { type: "schema", id: "contact" },
      },
    ]);
  });

  it("names the created item and the id of the token, without its value", async () => {
    const platform = await ownPlatform();
    const { value: issued } = await ask(platform, "POST /v1/access-tokens", { body: { name: "CI", roles: ["a"] } });
    const { value: price } = await ask(platform, "POST /v1/prices", {
      token: issued.token,
      body: { description: "Power", model: "per_unit" },
    });
    const { results } = await search(platform);

    expect(results).toMatchObject([
      { actor: { type: "access_token", id: issued.id }, target: { type: "price", id: price.id } },
      { action: "access_token.created", target: { id: issued.id } },
    ]);
    expect(JSON.stringify(results)).not.toContain(issued.token.slice(-32));
  });

  it("has the changed fields with their old and new values, without secrets", async () => {
    const platform = await ownPlatform();
    const body = { name: "Ada", address: { city: "Bonn", zip: "53111" }, api_token: "hush" };
    const { value: contact } = await ask(platform, "POST /v1/entity/contact", { body });
    platform.clock.advance(60_000);
    const changed = { address: { city: "Köln", zip: "53111" }, api_token: "hush!", vip: true };
    await ask(platform, `PATCH /v1/entity/contact/${contact.id}`, { body: changed });
    await ask(platform, `DELETE /v1/entity/contact/${contact.id}`);
    const { results } = await search(platform);

    expect(results.map(({ changes }: JsonObject) => changes)).toEqual([
      undefined,
      [
        { field: "address.city", before: "Bonn", after: "Köln" },
        { field: "vip", after: true },
      ],
      undefined,
    ]);
  });

  it("is deleted after 10,000 later records", async () => {
    const store = newStore();
    const platform = await ownPlatform({ store });
    const collection = "/v1/logs";
    const records = Array.from({ length: MAX_RECORDS + 99 }, (_, index) => `r${index}`);
    for (const id of records) await store.change({ organization: "acme", collection, id }, () => ({ value: { id } }));
    const page = () => store.list("acme", collection, { offset: 0, limit: 1 });
    const write = () => ask(platform, "PUT /v1/entity/schemas/contact", { body: {} });
    await write();

    expect((await page()).total).toBe(MAX_RECORDS);
    expect((await page()).items[0]?.value).toEqual({ id: "r100" });
    for (let index = 0; index < 99; index++) await write();
    expect((await page()).total).toBe(MAX_RECORDS + 99);
    await write();
    expect((await page()).total).toBe(MAX_RECORDS);
  });

  it("does not exist for a refused write", async () => {
    const platform = await ownPlatform();
    await ask(platform, "PUT /v1/entity/schemas/contact?base_version=7", { body: {} });
    await ask(platform, "PUT /v1/entity/schemas/contact", { body: [] });
    await ask(platform, "DELETE /v1/access-tokens/tok_none");
    await ask(platform, "PUT /v1/entity/schemas/contact", { token: "", body: {} });

    expect(await search(platform)).toEqual({ hits: 0, results: [] });
  });

  it("has a unique id in a fork and after a restart, even with a stopped clock", async () => {
    const store = newStore();
    const platform = await ownPlatform({ store });
    const write = (on: Platform, token: string) => ask(on, "PUT /v1/entity/schemas/contact", { token, body: {} });
    await write(platform, "org_acme");
    await platform.organization("acme").fork("copy");
    const again = platformServing(await ownContracts(), { profile: platformMock, store, clock: platform.clock });
    await write(again, "org_acme");
    await write(platform, "org_acme");
    await write(again, "org_copy");
    const idsOf = async (token: string) =>
      (await ask(again, "POST /v1/logs", { token })).value.results.map(({ id }: JsonObject) => id);

    expect(new Set(await idsOf("org_acme")).size).toBe(3);
    expect(new Set(await idsOf("org_copy")).size).toBe(2);
  });

  it("is the same in each mock with the same seed and requests", async () => {
    expect(await search(await busy())).toEqual(await search(await busy()));
  });
});

describe("a read", () => {
  it.each([
    ["GET /v1/entity/schemas"],
    ["POST /v1/logs", {}],
    ["POST /v1/pricing:compute", { line_items: [{ quantity: 1 }] }],
    ["HEAD /v1/taxes"],
  ])("adds no audit record: %s", async (line, body?: Json) => {
    const platform = await ownPlatform();
    const { status } = await ask(platform, line, body === undefined ? {} : { body });

    expect(status).toBe(200);
    expect((await search(platform)).hits).toBe(0);
  });
});

describe("POST /v1/logs", () => {
  it("returns pages of audit records, the latest first", async () => {
    const platform = await busy();
    const all = await search(platform);

    expect(actionsIn(all)).toEqual(["tax.created", "partner.invited", "schema.replaced"]);
    expect(await search(platform, undefined, "?from=1&size=1")).toEqual({ hits: 3, results: [all.results[1]] });
  });

  it.each<[JsonObject, string[]]>([
    [{ visibility: "organization" }, ["tax.created", "schema.replaced"]],
    [{ visibility: "partner" }, ["partner.invited"]],
    [{ visibility: "internal" }, []],
    [{ services: ["entity", "partner"] }, ["partner.invited", "schema.replaced"]],
    [{ actions: ["tax.created", "odd.one"] }, ["tax.created"]],
    [{ target_id: "contact" }, ["schema.replaced"]],
    [{ actor_id: "org_acme", since: "2026-01-05T12:01:00Z", until: "2026-01-05T12:02:00Z" }, ["partner.invited"]],
    [{ actor_id: "org_globex" }, []],
  ])("filters audit records by %j", async (body, expected) => {
    const found = await search(await busy(), body);

    expect(actionsIn(found)).toEqual(expected);
    expect(found.hits).toBe(expected.length);
  });
});

describe("GET /v1/logs/{logId}", () => {
  it("returns a record only if it has the requested visibility", async () => {
    const platform = await busy();
    const [record] = (await search(platform)).results;
    const read = (query: string) => ask(platform, `GET /v1/logs/${record.id}${query}`);

    expect(await read("")).toMatchObject({ status: 200, value: record });
    expect(await read("?visibility=organization")).toMatchObject({ status: 200, value: record });
    expect((await read("?visibility=partner")).status).toBe(404);
    expect((await ask(platform, `GET /v1/logs/${record.id}`, { token: "org_globex" })).status).toBe(404);
  });
});
