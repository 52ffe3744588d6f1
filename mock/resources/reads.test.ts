import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import { type Store, createMemoryStore } from "../index.ts";

const text = { type: "string" };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const user: JsonObject = {
  type: "object",
  properties: { id: { type: "string", readOnly: true }, name: text, email: text, primary: { type: "boolean" } },
};

/** Users by id or name, with unique addresses. One of them is primary. */
const contract = compileInMemory({
  paths: {
    "/users": {
      post: {
        "x-state": { unique: ["email"] },
        requestBody: json(user),
        responses: { "201": { description: "One", ...json(user) }, "409": { description: "There is one" } },
      },
      get: { responses: { "200": { description: "All", ...json({ type: "array", items: user }) } } },
    },
    "/users/{idOrName}": {
      parameters: [{ name: "idOrName", in: "path", required: true, schema: text, description: "Id or name of a user" }],
      get: { responses: { "200": { description: "One", ...json(user) }, "404": { description: "None" } } },
    },
  },
});

/** A store that counts the items that it shows. */
function countReads(): { readonly store: Store; readonly reads: () => number } {
  let reads = 0;
  const counted = (store: Store): Store => ({
    ...store,
    async read(address) {
      reads++;
      return store.read(address);
    },
    async list(...query) {
      const page = await store.list(...query);
      reads += page.items.length;
      return page;
    },
    async select(...query) {
      const result = await (store.select as NonNullable<Store["select"]>)(...query);
      reads += result.rows.length;
      return result;
    },
    begin(isDirect) {
      const unit = (store.begin as NonNullable<Store["begin"]>)(isDirect);
      return { ...unit, store: counted(unit.store) };
    },
  });
  return { store: counted(createMemoryStore()), reads: () => reads };
}

async function readsOf(count: number, line: string, body?: JsonObject): Promise<{ status: number; reads: number }> {
  const { store, reads } = countReads();
  const platform = platformServing([contract], { store });
  const items = Array.from({ length: count }, (_, index) => {
    const id = `u${index}`;
    return { id, value: { id, name: `name-${index}`, email: `${index}@mail.example` } };
  });
  await platform.organization("acme").seed({ collections: { "/users": items } }, true);
  const before = reads();
  const { status } = await ask(platform, line, body ? { body } : {});
  return { status, reads: reads() - before };
}

describe("the items that a request reads", () => {
  it.each<[string, string, JsonObject | undefined, number]>([
    ["a new item with a unique member", "POST /users", { name: "Ada", email: "ada@mail.example" }, 201],
    ["a new item with a member of another one", "POST /users", { name: "Ada", email: "7@mail.example" }, 409],
    ["an item by another key", "GET /users/name-7", undefined, 200],
    ["no item by another key", "GET /users/nobody", undefined, 404],
  ])("are as few in a collection of 50,000 as in one of 50: %s", async (_, line, body, status) => {
    const few = await readsOf(50, line, body);
    const many = await readsOf(50_000, line, body);

    expect([few.status, many.status]).toEqual([status, status]);
    expect(many.reads).toBe(few.reads);
    expect(many.reads).toBeLessThan(20);
  });

  it("are counted: a list shows all", async () => {
    expect((await readsOf(50, "GET /users")).reads).toBeGreaterThanOrEqual(50);
  });
});
