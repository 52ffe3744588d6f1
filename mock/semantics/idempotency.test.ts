import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  noon,
  ownPlatform,
  platformOf,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { type Platform, createClock, createMemoryStore, createSqliteStore } from "../index.ts";

const line = "POST /articles";
const asked: RequestOptions = { headers: { "idempotency-key": "k-1" }, body: { title: "A" } };
const other: RequestOptions = { ...asked, body: { title: "B" } };

describe("an idempotency key", () => {
  it("repeats the response byte for byte, and creates one article", async () => {
    const platform = await platformOf("semantics");
    const first = await ask(platform, line, asked);

    expect(first.status).toBe(201);
    expect(await ask(platform, line, asked)).toEqual(first);
    expect(await countOf(platform)).toBe(1);
  });

  it("repeats the response after the created resource has changed or was deleted", async () => {
    const platform = await platformOf("semantics");
    const first = await ask(platform, line, asked);
    await ask(platform, `DELETE ${first.headers["location"]}`);

    expect(await ask(platform, line, asked)).toEqual(first);
    expect(await countOf(platform)).toBe(0);
  });

  it("is refused with 409 for another request", async () => {
    const platform = await platformOf("semantics");
    await ask(platform, line, asked);

    expect(await ask(platform, line, other)).toMatchObject({
      status: 409,
      value: { detail: 'The key "k-1" was used for another request' },
    });
  });

  it("is refused with 422 if only that is documented", async () => {
    const platform = await platformOf("semantics");
    const print = (id: string): Promise<ParsedResponse> =>
      ask(platform, `POST /articles/${id}:print`, { ...asked, body: {} });

    expect((await print("a")).status).toBe(202);
    expect((await print("b")).status).toBe(422);
  });

  it("belongs to one operation and one organization", async () => {
    const platform = await platformOf("semantics");
    await ask(platform, line, asked);

    expect((await ask(platform, line, { ...other, token: "mock-other" })).status).toBe(201);
    expect((await ask(platform, "POST /articles/a:print", { ...asked, body: {} })).status).toBe(202);
  });

  it("is refused with 409 while its request is in progress", async () => {
    const memory = createMemoryStore();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const next: typeof memory.next = async (organization) => {
      await held;
      return memory.next(organization);
    };
    const platform = await platformOf("semantics", { store: { ...memory, next } });
    const first = ask(platform, line, asked);

    expect(await ask(platform, line, asked)).toMatchObject({
      status: 409,
      value: { detail: 'A request with the key "k-1" is still in progress' },
    });
    release();
    expect((await first).status).toBe(201);
    expect(await ask(platform, line, asked)).toEqual(await first);
  });

  it("lets one of many concurrent requests through, with every store", async () => {
    using file = createSqliteStore(":memory:");
    for (const store of [createMemoryStore(), file]) {
      const platform = await platformOf("semantics", { store });
      const told = await Promise.all(Array.from({ length: 20 }, () => ask(platform, line, asked)));

      expect(told.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
      expect(await countOf(platform)).toBe(1);
    }
  });

  it("is not used up by a refused request", async () => {
    const platform = await platformOf("semantics");

    expect((await ask(platform, line, { ...asked, body: { words: "many" } })).status).toBe(400);
    expect((await ask(platform, line, asked)).status).toBe(201);
  });

  it("expires after 24 hours of its organization's clock, and is deleted", async () => {
    const clock = createClock(() => noon);
    const platform = await platformOf("semantics", { clock });
    const first = await ask(platform, line, asked);
    platform.organization("acme").clock.advance(24 * 3_600_000 - 1);
    expect(await ask(platform, line, asked)).toEqual(first);
    platform.organization("acme").clock.advance(1);

    expect((await ask(platform, line, other)).status).toBe(201);
    platform.organization("acme").clock.advance(24 * 3_600_000);
    await ask(platform, line, { ...asked, headers: { "idempotency-key": "k-2" } });
    const { collections } = await platform.organization("acme").state();
    expect(collections["/_concord/idempotency-keys"]?.map(({ id }) => id)).toEqual(["POST /articles k-2"]);
  });

  it("is stored with the state: it survives a restart, is forked, and ends with a reset", async () => {
    using store = createSqliteStore(":memory:");
    const first = await ask(await platformOf("semantics", { store }), line, asked);
    const platform = await platformOf("semantics", { store });
    await platform.organization("acme").fork("copy");

    expect(await ask(platform, line, asked)).toEqual(first);
    expect(await ask(platform, line, { ...asked, token: "mock-copy" })).toEqual(first);
    await platform.organization("acme").reset();
    expect((await ask(platform, line, other)).status).toBe(201);
  });

  it("is ignored by an operation that does not document it", async () => {
    const platform = await platformOf("library");
    await ask(platform, "POST /books", asked);

    expect((await ask(platform, "POST /books", other)).status).toBe(201);
  });

  it("starts a batch job once (Batch API, assumed)", async () => {
    const platform = await ownPlatform();
    const job: RequestOptions = {
      headers: { "idempotency-key": "spring-2026" },
      body: { target: { kind: "query", query_id: "qry_1" }, action: { kind: "delete" } },
    };
    const first = await ask(platform, "POST /v1/batch/jobs", job);

    expect(first.status).toBe(202);
    expect(await ask(platform, "POST /v1/batch/jobs", job)).toEqual(first);
    expect((await ask(platform, "GET /v1/batch/jobs")).value.data).toHaveLength(1);
  });
});

async function countOf(platform: Platform): Promise<number> {
  return (await ask(platform, "GET /articles")).value.length;
}

describe("an idempotency key in the body", () => {
  const text = { type: "string" };
  const serving = (member: string, schema: JsonObject): Platform => {
    const payment = { type: "object", properties: { id: text, amount: { type: "integer" } } };
    const jsonOf = (of: JsonObject): JsonObject => ({ content: { "application/json": { schema: of } } });
    const shown = { description: "It.", ...jsonOf(payment) };
    const sent = { type: "object", properties: { [member]: schema, amount: { type: "integer" } } };
    const contract = compileInMemory({
      paths: {
        "/payments": {
          get: { responses: { "200": { description: "All.", ...jsonOf({ type: "array", items: payment }) } } },
          post: { requestBody: jsonOf(sent), responses: { "200": shown } },
        },
        "/payments/{id}": {
          get: {
            parameters: [{ name: "id", in: "path", required: true, schema: text }],
            responses: { "200": shown },
          },
        },
      },
    });
    return platformServing([contract]);
  };

  it.each<[string, JsonObject]>([
    ["idempotency_key", text],
    ["idempotencyKey", { type: ["string", "null"] }],
    ["client_token", { ...text, description: "Token that makes the request idempotent." }],
    ["request_id", { ...text, description: "A unique idempotency identifier." }],
  ])("repeats the response and is refused for another request: %s", async (member, schema) => {
    const platform = serving(member, schema);
    const pay = (amount: number, key: string): Promise<ParsedResponse> =>
      ask(platform, "POST /payments", { body: { amount, [member]: key } });
    const first = await pay(5, "k1");

    expect(await pay(5, "k1")).toEqual(first);
    expect((await pay(6, "k1")).status).toBe(409);
    expect((await pay(5, "k2")).value.id).not.toBe(first.value.id);
    expect((await ask(platform, "GET /payments")).value).toHaveLength(2);
  });

  it.each<[string, JsonObject]>([
    ["idempotent", { type: "boolean" }],
    ["reference", text],
    ["request_id", { ...text, description: "Shown in the journal." }],
  ])("is no other member: %s", async (member, schema) => {
    const platform = serving(member, schema);
    const body = { amount: 5, [member]: schema["type"] === "boolean" ? true : "k1" };
    await ask(platform, "POST /payments", { body });
    await ask(platform, "POST /payments", { body });

    expect((await ask(platform, "GET /payments")).value).toHaveLength(2);
  });
});
