import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const text = { type: "string" };
const crate = { type: "object", properties: { id: text, label: text } };
const id = { name: "id", in: "path", required: true, schema: text };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const shows = (schema: JsonObject) => ({ responses: { "200": { description: "It.", ...content(schema) } } });
const gone = { responses: { "204": { description: "" }, "404": { description: "" } } };

/** Crates that can be deleted, with another operation. */
function serving(operation: string): Platform {
  const [method, path] = operation.split(" ") as [string, string];
  const paths: Record<string, JsonObject> = {
    "/crates": {
      get: shows({ type: "array", items: crate }),
      post: { requestBody: content(crate), ...shows(crate) },
    },
    "/crates/{id}": { parameters: [id], get: shows(crate), delete: gone },
  };
  paths[path] = { ...paths[path], parameters: [id], [method.toLowerCase()]: { ...shows(crate), summary: "It." } };
  return platformServing([compileInMemory({ paths })]);
}

async function createAndDelete(platform: Platform): Promise<JsonObject> {
  const made = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
  expect((await ask(platform, `DELETE /crates/${made.id}`)).status).toBe(204);
  return made;
}

describe("an operation that restores a deleted item", () => {
  it.each([
    "POST /crates/{id}/restore",
    "PUT /crates/{id}/undelete",
    "PATCH /crates/{id}/untrash",
    "POST /crates/{id}:recover",
    "GET /crates/{id}/restore",
  ])("brings it back: %s", async (operation) => {
    const platform = serving(operation);
    const made = await createAndDelete(platform);
    const restore = operation.replace("{id}", String(made["id"]));

    expect(await ask(platform, restore)).toMatchObject({ status: 200, value: made });
    expect((await ask(platform, `GET /crates/${made["id"]}`)).value).toEqual(made);
    expect((await ask(platform, "GET /crates")).value).toEqual([made]);
    await ask(platform, `DELETE /crates/${made["id"]}`);
    expect((await ask(platform, "GET /crates")).value).toEqual([]);
  });

  it("finds no item that was never there", async () => {
    expect((await ask(serving("POST /crates/{id}/restore"), "POST /crates/none/restore")).status).toBe(404);
  });

  it.each(["POST /crates/{id}/seal", "POST /crates/{id}/reopen"])("is no other action: %s", async (operation) => {
    const platform = serving(operation);
    const made = await createAndDelete(platform);

    expect((await ask(platform, operation.replace("{id}", String(made["id"])))).status).toBe(404);
    expect((await ask(platform, "GET /crates")).value).toEqual([]);
  });
});
