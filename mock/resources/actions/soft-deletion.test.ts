import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const text = { type: "string" };
const time = { type: "string", format: "date-time", nullable: true };
const status = { type: "string", enum: ["active", "open", "closed", "deleted"] };
const id = { name: "id", in: "path", required: true, schema: text };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const shows = (schema: JsonObject) => ({ responses: { "200": { description: "It.", ...content(schema) } } });
const query = (name: string, schema: JsonObject) => ({ name, in: "query", schema });

/** Tapes with a member, and a deletion with a description. */
function serving(description: string, member: JsonObject): Platform {
  const tape = { type: "object", properties: { id: text, title: text, ...member } };
  const parameters = [
    query("includeDeleted", { type: "boolean" }),
    ...Object.entries(member).map(([name, schema]) => query(name, schema as JsonObject)),
  ];
  const action = { parameters: [id], post: shows(tape) };
  return platformServing([
    compileInMemory({
      paths: {
        "/tapes": {
          get: { parameters, ...shows({ type: "array", items: tape }) },
          post: { requestBody: content(tape), ...shows(tape) },
        },
        "/tapes/{id}": {
          parameters: [id],
          get: shows(tape),
          delete: { description, parameters: [query("permanent", { type: "boolean" })], ...shows(tape) },
        },
        "/tapes/{id}/close": action,
        "/tapes/{id}/restore": action,
      },
    }),
  ]);
}

const idsIn = (value: unknown): unknown => (value as JsonObject[]).map((each) => each["id"]);

describe("a deletion after which the item can be read", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["Sets the status of the tape to deleted. Deleted tapes can still be read.", { status }, { status: "deleted" }],
    ["Soft-deletes a tape.", { deleted: { type: "boolean" } }, { deleted: true }],
    ["Marks the tape as deleted.", { is_deleted: { type: "boolean" } }, { is_deleted: true }],
    ["Sets `deleted_at`.", { deleted_at: time }, { deleted_at: expect.any(String) as string }],
  ])("shows it with its mark, and lists it on request: %s", async (description, member, mark) => {
    const platform = serving(description, member);
    const made = (await ask(platform, "POST /tapes", { body: { title: "one" } })).value;
    const other = (await ask(platform, "POST /tapes", { body: { title: "two" } })).value;
    const item = `/tapes/${made["id"]}`;

    expect((await ask(platform, `DELETE ${item}`)).value).toMatchObject({ title: "one", ...mark });
    expect(await ask(platform, `GET ${item}`)).toMatchObject({ status: 200, value: { title: "one", ...mark } });
    expect(idsIn((await ask(platform, "GET /tapes")).value)).toEqual([other["id"]]);
    expect(idsIn((await ask(platform, "GET /tapes?includeDeleted=false")).value)).toEqual([other["id"]]);
    expect(idsIn((await ask(platform, "GET /tapes?includeDeleted=true")).value)).toEqual([other["id"], made["id"]]);
    for (const [name, value] of Object.entries(mark).filter(([, each]) => each === "deleted" || each === true))
      expect(idsIn((await ask(platform, `GET /tapes?${name}=${value}`)).value)).toEqual([made["id"]]);
    expect((await ask(platform, `DELETE ${item}`)).status).toBe(404);
    expect((await ask(platform, `POST ${item}/restore`)).value).toMatchObject(made);
    expect((await ask(platform, `GET ${item}`)).value).toMatchObject(made);
    expect(idsIn((await ask(platform, "GET /tapes?includeDeleted=true")).value)).toHaveLength(2);
  });

  it.each([["Soft-deletes a tape."], ["Deletes a tape."]])("gives back the state from before: %s", async (words) => {
    const platform = serving(words, { status });
    const { id: key } = (await ask(platform, "POST /tapes", { body: { title: "one" } })).value;
    await ask(platform, `POST /tapes/${key}/close`);
    await ask(platform, `DELETE /tapes/${key}`);

    expect((await ask(platform, `POST /tapes/${key}/restore`)).value).toMatchObject({ status: "closed" });
    expect((await ask(platform, `GET /tapes/${key}`)).value).toMatchObject({ status: "closed" });
  });

  it("lists an item once that was created again with its key", async () => {
    const platform = serving("Soft-deletes a tape.", { status });
    await ask(platform, "POST /tapes", { body: { id: "one", title: "first" } });
    await ask(platform, "DELETE /tapes/one");
    await ask(platform, "POST /tapes", { body: { id: "one", title: "second" } });

    expect((await ask(platform, "GET /tapes?includeDeleted=true")).value).toMatchObject([{ title: "second" }]);
    expect((await ask(platform, "GET /tapes/one")).value).toMatchObject({ title: "second" });
  });

  it.each<[string, JsonObject, string?]>([
    ["Deletes a tape.", { status }],
    ["Deletes a tape. Its recordings are kept.", { status }],
    ["Soft-deletes a tape.", { label: text }],
    ["Soft-deletes a tape.", { status }, "?permanent=true"],
  ])("leaves nothing: %s", async (description, member, parameters = "") => {
    const platform = serving(description, member);
    const { id: key } = (await ask(platform, "POST /tapes", { body: { title: "one" } })).value;
    await ask(platform, `DELETE /tapes/${key}${parameters}`);

    expect((await ask(platform, `GET /tapes/${key}`)).status).toBe(404);
    expect((await ask(platform, "GET /tapes?includeDeleted=true")).value).toEqual([]);
  });
});
