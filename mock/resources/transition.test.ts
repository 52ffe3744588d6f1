import { describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../contracts/index.ts";

describe("an action that returns the item", () => {
  it("changes the members that it shares with the item, and its time of update", async () => {
    const { platform, path, errand } = await withErrand();
    platform.clock.advance(60_000);
    const body = { note: "Done", reason: "It rained", closed_by: "ada", title: "Not taken" };
    const closed = await ask(platform, `POST ${path}:close`, { body });

    const changed = { state: "closed", note: "Done", closed_by: "ada", updated_at: "2026-01-05T12:01:00.000Z" };
    expect(closed.value).toEqual({ ...errand, ...changed });
    expect((await ask(platform, `GET ${path}`)).value).toEqual(closed.value);
  });

  it.each([
    "POST /errands/none:close",
    "POST /errands/none/hide",
    "POST /errands/none:duplicate",
    "GET /errands/none/place",
  ])("is refused if the item does not exist: %s", async (line) => {
    expect((await ask((await withErrand()).platform, line)).status).toBe(404);
  });

  it("needs no body", async () => {
    const { platform, path } = await withErrand();

    expect((await ask(platform, `POST ${path}/hide`)).status).toBe(204);
  });

  it("can copy the item with a new id", async () => {
    const { platform, path, errand } = await withErrand();
    const { status, value, headers } = await ask(platform, `POST ${path}:duplicate`, {
      body: { title: "Post it again" },
    });

    expect([status, value]).toEqual([201, { ...errand, id: value.id, title: "Post it again" }]);
    expect(value.id).not.toBe(errand.id);
    expect((await ask(platform, `GET ${headers["location"]}`)).value).toEqual(value);
    expect((await ask(platform, `GET ${path}`)).value).toEqual(errand);
  });
});

describe("an action that returns something else", () => {
  it("returns an example, and changes nothing", async () => {
    const { platform, path, errand } = await withErrand();

    expect((await ask(platform, `POST ${path}/remarks`)).value).toEqual({ count: 3 });
    expect((await ask(platform, `GET ${path}`)).value).toEqual(errand);
  });

  it("returns members of its path and body if x-state makes it change the item", async () => {
    const platform = await ownPlatform();
    const made = await ask(platform, "POST /v3/blueprint-manifest/blueprints", { body: { name: "Kit" } });
    const path = made.headers["location"] as string;
    const published = await ask(platform, `POST ${path}:publish`, { body: { slug: "kit", version: "2.0.0" } });

    expect(published.value).toMatchObject({ blueprint_id: made.value.id, name: "Kit", slug: "kit", version: "2.0.0" });
    expect((await ask(platform, `GET ${path}`)).value).toEqual({ ...made.value, slug: "kit", version: "2.0.0" });
  });
});

describe("an operation on a part of an item", () => {
  it("reads and writes only that part of the item", async () => {
    const { platform, path, errand } = await withErrand();
    const before = await ask(platform, `GET ${path}/place`);
    const put = await ask(platform, `PUT ${path}/place`, { body: { street: "Quay 1" } });
    const patched = await ask(platform, `PATCH ${path}/place`, { body: { city: "Bonn" } });

    expect(before.value).toEqual({ city: "Cologne" });
    expect([put.value, patched.value]).toEqual([{ street: "Quay 1" }, { street: "Quay 1", city: "Bonn" }]);
    expect((await ask(platform, `GET ${path}`)).value).toEqual({ ...errand, place: patched.value });
  });
});

describe("the platform's actions", () => {
  it("mark an opportunity as lost and reopen it", async () => {
    const platform = await ownPlatform();
    const body = { title: "Wallbox", customer_number: "C-100482", owner_id: "user_grace" };
    const { headers } = await ask(platform, "POST /v1/opportunities", { body });
    const path = headers["location"] as string;
    const lost = await ask(platform, `POST ${path}:lose`, { body: { lost_reason: "price" } });
    const reopened = await ask(platform, `POST ${path}:reopen`);

    expect(lost.value).toMatchObject({ stage: "lost", lost_reason: "price", closed_at: "2026-01-05T12:00:00.000Z" });
    expect(reopened.value).toMatchObject({ title: "Wallbox", stage: "negotiating" });
    expect(reopened.value).not.toHaveProperty("closed_at");
    expect((await ask(platform, "GET /v1/opportunities?stage=lost")).value.total).toBe(0);
  });

  it("invite a user, who is found, by email address too", async () => {
    const platform = await ownPlatform();
    const body = { email: "emilie@chatelet.example", full_name: "Emilie" };
    const { value } = await ask(platform, "POST /v2/users/invite", { body });

    expect(value).toMatchObject({ ...body, status: "invited" });
    expect((await ask(platform, "GET /v2/users?query=chatelet")).value.items).toEqual([value]);
    expect((await ask(platform, "GET /v2/users?query=ada")).value.items).toEqual([]);
  });

  it("export a blueprint by a job, which can be read", async () => {
    const platform = await ownPlatform();
    const made = await ask(platform, "POST /v3/blueprint-manifest/blueprints", { body: { name: "Kit" } });
    const job = await ask(platform, `POST ${made.headers["location"]}:export`);

    expect(job.value).toMatchObject({ blueprint_id: made.value.id, kind: "export" });
    expect((await ask(platform, `GET ${made.headers["location"]}/jobs/${job.value.id}`)).value).toEqual(job.value);
  });

  it("send messages, which their threads list", async () => {
    const platform = await ownPlatform();
    const [from, to] = [{ email: "service@rhein-energy.example" }, [{ email: "ada@mail.example" }]];
    const body = { from, to, subject: "Your order", text: "Thursday?" };
    const { value } = await ask(platform, "POST /v1/message/messages", { body });

    expect((await ask(platform, `GET /v1/message/threads/${value.thread_id}/messages`)).value.data).toEqual([value]);
    expect((await ask(platform, "GET /v1/message/threads/thr_none/messages")).value.data).toEqual([]);
  });
});

describe("x-state", () => {
  it("sets properties and times, and removes those that cannot be null", async () => {
    const { platform, path, errand } = await withErrand();
    await ask(platform, `POST ${path}:close`, { body: { closed_by: "ada", note: "Done" } });
    const { value } = await ask(platform, `POST ${path}:publish`);

    expect(value).toEqual({
      ...errand,
      state: "published",
      published_at: "2026-01-05T12:00:00.000Z",
      published_on: "2026-01-05",
      note: null,
    });
    expect((await ask(platform, `GET ${path}`)).value).toEqual(value);
  });

  it("finds an item that only the body names", async () => {
    const platform = platformServing([compileInMemory({ paths: cancelledByBody })]);
    const { value } = await ask(platform, "POST /orders", { body: { title: "Tea" } });
    const cancelled = await ask(platform, "POST /cancellations", { body: { order: value.id } });

    expect(cancelled.value).toEqual({ ...value, title: "Cancelled" });
    expect((await ask(platform, `GET /orders/${value.id}`)).value).toEqual(cancelled.value);
    expect((await ask(platform, "POST /cancellations", { body: { order: "none" } })).status).toBe(404);
  });
});

const content = (properties: JsonObject) => ({ "application/json": { schema: { type: "object", properties } } });
const order = {
  "200": { description: "It.", content: content({ id: { type: "string" }, title: { type: "string" } }) },
};
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const cancelledByBody = {
  "/orders": { post: { requestBody: { content: content({ title: { type: "string" } }) }, responses: order } },
  "/orders/{id}": { get: { parameters: [id], responses: order } },
  "/cancellations": {
    post: {
      "x-state": { kind: "transition", collection: "/orders", idParameter: "order", sets: { title: "Cancelled" } },
      requestBody: { content: content({ order: { type: "string" } }) },
      responses: order,
    },
  },
};

/** A platform with one errand. */
async function withErrand() {
  const platform = await platformOf("errands");
  const body = { title: "Post it", state: "open", place: { city: "Cologne" } };
  const { value } = await ask(platform, "POST /errands", { body });
  return { platform, path: `/errands/${value.id}`, errand: value };
}
