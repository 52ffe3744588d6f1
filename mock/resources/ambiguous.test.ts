import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { JsonObject } from "../../contracts/index.ts";

const open = (name: string): JsonObject => ({ type: "object", required: ["id"], properties: { id: {}, [name]: {} } });

describe("a body whose schema is a oneOf of open objects", () => {
  it("matches exactly one branch, if possible", async () => {
    const branch = (name: string): JsonObject => ({ type: "object", properties: { [name]: { type: "string" } } });
    const contract = compileInMemory({
      paths: { "/things": { get: operationAnswering({ oneOf: [branch("a"), branch("b")] }) } },
    });
    const { status, headers, value } = await ask(platformServing([contract], { selfCheck: true }), "GET /things");

    expect([status, headers["concord-note"]]).toEqual([200, undefined]);
    expect(value).toBeTypeOf("object");
  });

  it("matches several branches, with a note, if no value matches only one", async () => {
    const contract = compileInMemory({
      paths: { "/things": { get: operationAnswering({ oneOf: [open("a"), open("b")] }) } },
    });
    const platform = platformServing([contract], { selfCheck: false });
    const { status, headers, value } = await ask(platform, "GET /things");

    expect(status).toBe(200);
    expect(value).toHaveProperty("id");
    expect(headers["concord-note"]).toMatch(/fits several branches of a oneOf/);
    const [entry] = platform.journal.entries();
    expect(entry?.response.headers).toHaveProperty("concord-note");
  });
});

describe("an item or a list that no value shows whole in exactly one branch", () => {
  const text = { type: "string" };
  const named = (more: JsonObject = {}, required: string[] = []): JsonObject => ({
    type: "object",
    required: ["id", ...required],
    properties: { id: text, name: text, status: { type: "string", enum: ["Draft", "Sent"] }, ...more },
  });
  const listOf = (item: JsonObject, name = "items"): JsonObject => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "array", items: item } },
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      "a member of the item",
      named(
        {
          plan: {
            oneOf: [
              { type: "object", title: "A" },
              { type: "object", title: "B" },
            ],
          },
        },
        ["plan", "status"],
      ),
      { plan: {}, status: "Draft" },
    ],
    ["the item", { oneOf: [named({}, ["status"]), named({}, ["status"])] }, { status: "Draft" }],
    [
      "a member inside of another",
      named(
        {
          terms: {
            type: "object",
            required: ["plan"],
            properties: { plan: { oneOf: [{ type: "object" }, { type: "object" }] } },
          },
        },
        ["terms"],
      ),
      { terms: { plan: {} } },
    ],
  ])("has all that was sent, the same everywhere: %s", async (_, item, more) => {
    const { made, read, listed } = await createIn(item, listOf(item));

    expect(made.value).toEqual({ id: expect.any(String), name: "Spring", ...more });
    expect(read.value).toEqual(made.value);
    expect(listed.value).toEqual({ items: [made.value] });
    for (const { headers } of [made, read, listed]) expect(headers["concord-note"]).toMatch(/several branches/);
  });

  it.each<[string, JsonObject]>([
    ["any object", { oneOf: [{ type: "object" }, listOf(named(), "groups")] }],
    ["any object, last", { oneOf: [listOf(named(), "groups"), { type: "object" }] }],
    ["the same list twice", { oneOf: [listOf(named(), "groups"), listOf(named(), "groups")] }],
  ])("has the items where a branch without them fits, too: %s", async (_, list) => {
    const { made, listed } = await createIn(named(), list);

    expect(made.headers).not.toHaveProperty("concord-note");
    expect(listed.value).toEqual({ groups: [made.value] });
    expect(listed.headers["concord-note"]).toMatch(/several branches/);
  });

  async function createIn(item: JsonObject, list: JsonObject) {
    const body = { content: { "application/json": { schema: { type: "object" } } } };
    const contract = compileInMemory({
      paths: {
        "/groups": {
          get: operationAnswering(list),
          post: { ...operationAnswering(item), requestBody: body },
        },
        "/groups/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          get: operationAnswering(item),
        },
      },
    });
    const platform = platformServing([contract], { selfCheck: false });
    const made = await ask(platform, "POST /groups", { body: { name: "Spring" } });
    const read = await ask(platform, `GET /groups/${made.value.id}`);
    return { made, read, listed: await ask(platform, "GET /groups") };
  }
});
