import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { type Stated, object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const number = { type: "integer" };
const list = { type: "array", items: text };

/** Operations on items that one member names, whose create and change can conflict. */
function operations(path: string, sent: JsonObject, stated: Partial<Stated> = {}): Readonly<Record<string, Stated>> {
  const shown = object({ id: text, ...(sent["properties"] as JsonObject) }, ["id"]);
  const refuses = { "409": "Conflict" };
  return {
    [`POST /${path}`]: { sends: sent, shows: shown, refuses, ...stated },
    [`GET /${path}`]: { shows: { type: "array", items: shown } },
    [`GET /${path}/{id}`]: { shows: shown },
    [`PUT /${path}/{id}`]: { sends: sent, shows: shown, refuses, ...stated },
    [`DELETE /${path}/{id}`]: {},
  };
}

describe("a 409 that says nothing of its conflict", () => {
  it.each<[string, JsonObject, Partial<Stated>]>([
    ["tags", object({ name: text }, ["name"]), {}],
    ["tags", object({ name: text, color: text }, ["name"]), { refuses: { "409": "" } }],
    ["users", object({ email: { ...text, format: "email" }, age: number }, ["email"]), {}],
    ["domains", object({ domain: text }, ["domain"]), { refuses: { "409": "Conflict." } }],
    ["tables", object({ name: text, columns: list }, ["name", "columns"]), { refuses: { "409": "409 Conflict" } }],
    ["roles", object({ roleName: text, level: number }, ["roleName", "level"]), {}],
    ["memberships", object({ email: text }, ["email"]), { refuses: { "409": "Request conflict" } }],
    ["spaces", object({ slug: text, title: text }, ["slug"]), { refuses: { "409": "A conflict occurred" } }],
    ["privileges", object({ privilege: text }, ["privilege"]), { summary: "Add a privilege" }],
  ])("is about the only text that /%s needs: %j", async (path, sent, stated) => {
    const platform = servingOperations(operations(path, sent, stated));
    const [name = "", ...others] = sent["required"] as string[];
    const rest = Object.fromEntries(others.map((each) => [each, each === "level" ? 1 : ["a"]]));
    const create = (value: string) => ask(platform, `POST /${path}`, { body: { [name]: value, ...rest } });
    const [one, second, two] = [await create("a@x.de"), await create("a@x.de"), await create("b@x.de")];
    const rename = (value: string) =>
      ask(platform, `PUT /${path}/${two.value.id}`, { body: { [name]: value, ...rest } });

    expect([one.status, second.status, two.status]).toEqual([200, 409, 200]);
    expect((await ask(platform, `GET /${path}`)).value).toHaveLength(2);
    expect([(await rename("b@x.de")).status, (await rename("a@x.de")).status]).toEqual([200, 409]);
    await ask(platform, `DELETE /${path}/${one.value.id}`);
    expect((await create("a@x.de")).status).toBe(200);
  });

  it.each<[string, JsonObject, Partial<Stated>]>([
    ["a state", object({ name: text }, ["name"]), { refuses: { "409": "The workspace is in the wrong state" } }],
    ["a version", object({ name: text }, ["name"]), { refuses: { "409": "Version conflict" } }],
    ["a job", object({ name: text }, ["name"]), { refuses: { "409": "Conflict: another job is running" } }],
    ["a job, by the operation", object({ name: text }, ["name"]), { description: "409 while an import runs." }],
    ["two texts", object({ name: text, owner: text }, ["name", "owner"]), {}],
    ["a text and a choice", object({ name: text, type: { enum: ["a"] } }, ["name", "type"]), {}],
    ["a choice", object({ name: { ...text, enum: ["a", "b"] } }, ["name"]), {}],
    ["a status", object({ name: text }, ["name"]), { refuses: { "409": "Status conflict" } }],
    ["no text", object({ name: text }), {}],
    ["a text of no name", object({ message: text }, ["message"]), {}],
    ["a title", object({ title: text }, ["title"]), {}],
    ["another key", object({ name: text, uid: text }, ["name"]), {}],
    ["a scope", object({ name: text, parent_id: number }, ["name"]), {}],
    ["an idempotency key", object({ name: text }, ["name"]), { query: { idempotency_key: text } }],
    ["an idempotency key inside", object({ name: text, idempotencyKey: text }, ["name"]), {}],
    ["no conflict", object({ name: text }, ["name"]), { refuses: { "422": "" } }],
  ])("is left alone where it may be about %s", async (_, sent, stated) => {
    const platform = servingOperations(operations("tags", sent, stated));
    const body = { name: "a", owner: "a", message: "a", title: "a", type: "a" };
    const create = () => ask(platform, "POST /tags", { body });

    expect([(await create()).status, (await create()).status]).toEqual([200, 200]);
  });

  it.each<[string, JsonObject]>([
    ["orders", object({ email: text, total: number }, ["email"])],
    ["bookings", object({ guest_email: text }, ["guest_email"])],
    ["shipments", object({ address: text }, ["address"])],
    ["payments", object({ card_number: text }, ["card_number"])],
    ["people", object({ name: text }, ["name"])],
    ["customers", object({ full_name: text }, ["full_name"])],
    ["contacts", object({ lastName: text }, ["lastName"])],
    ["patients", object({ name: text }, ["name"])],
    ["comments", object({ comment: text }, ["comment"])],
    ["messages", object({ message: text }, ["message"])],
    ["hooks", object({ url: text }, ["url"])],
    ["payments", object({ key: text }, ["key"])],
  ])("is left alone where several items may have the text: %s %j", async (path, sent) => {
    const platform = servingOperations(operations(path, sent));
    const [name = ""] = sent["required"] as string[];
    const create = () => ask(platform, `POST /${path}`, { body: { [name]: "a@x.de" } });

    expect([(await create()).status, (await create()).status]).toEqual([200, 200]);
  });

  it("is left alone where reads have the same 409", async () => {
    const tags = operations("tags", object({ name: text }, ["name"]));
    const shown = tags["GET /tags/{id}"] as Stated;
    const platform = servingOperations({ ...tags, "GET /tags/{id}": { ...shown, refuses: { "409": "Conflict" } } });
    const create = () => ask(platform, "POST /tags", { body: { name: "a" } });

    expect([(await create()).status, (await create()).status]).toEqual([200, 200]);
  });
});
