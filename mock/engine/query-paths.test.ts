import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering, operationAccepting } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Json, JsonObject } from "../../contracts/index.ts";

const named = (name: string): JsonObject => ({
  type: "object",
  required: [name],
  properties: { id: { type: "string" }, [name]: { type: "string" } },
});
const idParameter = { name: "id", in: "path", required: true, schema: { type: "string" } };
const postOperation = (schema: Json): JsonObject => ({
  ...operationAccepting(schema),
  responses: operationAnswering(schema)["responses"] as Json,
});

describe("paths that differ only in their query", () => {
  const contract = compileInMemory({
    paths: {
      "/models": { get: operationAnswering(named("plain")) },
      "/models?beta=true": { get: operationAnswering(named("beta")) },
      "/batches?beta=true": { post: postOperation(named("name")) },
      "/batches/{id}?beta=true": { parameters: [idParameter], get: operationAnswering(named("name")) },
    },
  });
  const platform = platformServing([contract], { selfCheck: true });

  it("have separate schemas", async () => {
    expect((await ask(platform, "GET /models")).value).toHaveProperty("plain");
    expect((await ask(platform, "GET /models?beta=true")).value).toHaveProperty("beta");
    expect((await ask(platform, "GET /models?beta=true&limit=2")).value).toHaveProperty("beta");
    expect((await ask(platform, "GET /test/models?beta=true")).value).toHaveProperty("beta");
  });

  it("do not hide each other, and are not reachable without their query", async () => {
    expect(platform.shadowed).toEqual([]);
    expect((await ask(platform, "GET /batches/1")).status).toBe(404);
  });

  it("store the items that are created below them", async () => {
    const made = await ask(platform, "POST /batches?beta=true", { body: { name: "first" } });
    const { id } = made.value as { id: string };

    expect((await ask(platform, `GET /batches/${id}?beta=true`)).value).toMatchObject({ id, name: "first" });
  });
});
