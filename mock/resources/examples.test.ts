import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

describe("a collection to which no operation adds items", () => {
  it("returns an example with the requested id", async () => {
    const platform = await platformOf("library");

    expect((await ask(platform, "GET /genres")).value).toEqual([{ id: "poetry", label: "Poetry" }]);
    expect((await ask(platform, "GET /genres/drama")).value).toEqual({ id: "drama", label: "Poetry" });
  });

  it("stores changes of examples", async () => {
    const platform = await platformOf("library");
    const updated = await ask(platform, "PATCH /genres/drama", { body: { label: "Drama" } });

    expect(updated).toMatchObject({ status: 200, value: { id: "drama", label: "Drama" } });
    expect((await ask(platform, "GET /genres/drama")).value).toEqual(updated.value);
  });

  it("has an item with every id until it is deleted", async () => {
    const platform = await platformOf("library");
    const deleted = ["DELETE", "DELETE", "GET", "PATCH"].map((method) => `${method} /genres/drama`);
    const statuses: number[] = [];
    for (const line of deleted)
      statuses.push((await ask(platform, line, line.startsWith("PATCH") ? { body: { label: "Drama" } } : {})).status);

    expect(statuses).toEqual([204, 404, 404, 404]);
    expect((await ask(platform, "GET /genres/poetry")).status).toBe(200);
    expect((await ask(platform, "GET /genres/drama", { token: "mock-globex" })).status).toBe(200);
  });

  it("lists changed examples, and omits deleted ones", async () => {
    const platform = await platformOf("library");
    await ask(platform, "PATCH /genres/poetry", { body: { label: "Verse" } });
    await ask(platform, "PATCH /genres/drama", { body: { label: "Drama" } });
    const all = (await ask(platform, "GET /genres")).value;
    await ask(platform, "DELETE /genres/poetry");

    expect(all).toEqual([
      { id: "poetry", label: "Verse" },
      { id: "drama", label: "Drama" },
    ]);
    expect((await ask(platform, "GET /genres")).value).toEqual([{ id: "drama", label: "Drama" }]);
  });

  it("reads an item with the values of the list, unless a documented example has others", async () => {
    const platform = await platformOf("given-parents");
    const [first] = (await ask(platform, "GET /accounts/AC1/calls.json")).value.calls;
    const { status, value } = await ask(platform, `GET /accounts/AC1/calls/${first.sid}.json`);

    expect(status).toBe(200);
    expect(value).toMatchObject({ sid: first.sid, to: first.to });
    expect((await ask(platform, `GET /accounts/AC1/calls/${first.sid}.json`)).value).toEqual(value);
  });
});

describe("a parent that no operation creates", () => {
  it.each([
    "POST /accounts/AC1/messages.json",
    "GET /accounts/AC1/messages.json",
    "GET /accounts/AC1.json",
    "POST /accounts/AC1/close",
    "GET /regions/eu/v2/tenants/t1/things",
    "POST /regions/eu/v2/tenants/t1/things",
    "GET /accounts/AC1/settings",
    "PUT /accounts/AC1/settings",
  ])("exists with every id: %s", async (line) => {
    const platform = await platformOf("given-parents");

    expect((await ask(platform, line, line.startsWith("GET") ? {} : { body: { to: "+49" } })).status).toBeLessThan(300);
  });

  it("has separate items below each parent, at the location of the response", async () => {
    const platform = await platformOf("given-parents");
    const { value, headers } = await ask(platform, "POST /accounts/AC1/messages.json", { body: { to: "+49" } });

    expect(headers["location"]).toBe(`/accounts/AC1/messages/${value.sid}.json`);
    expect(value).toMatchObject({ to: "+49" });
    expect((await ask(platform, `GET ${headers["location"]}`)).value).toEqual(value);
    expect((await ask(platform, "GET /accounts/AC1/messages.json")).value.messages).toEqual([value]);
    expect((await ask(platform, "GET /accounts/AC2/messages.json")).value.messages).toEqual([]);
    expect((await ask(platform, `GET /accounts/AC2/messages/${value.sid}.json`)).status).toBe(404);
  });

  it("deletes all items below a deleted parent", async () => {
    const platform = await platformOf("given-parents");
    await ask(platform, "POST /accounts/AC1/messages.json", { body: { to: "+49" } });
    await ask(platform, "DELETE /accounts/AC1.json");

    expect((await ask(platform, "GET /accounts/AC1/messages.json")).status).toBe(404);
    expect((await ask(platform, "POST /accounts/AC1/messages.json", { body: {} })).status).toBe(404);
    expect((await ask(platform, "GET /accounts/AC2/messages.json")).status).toBe(200);
  });
});
