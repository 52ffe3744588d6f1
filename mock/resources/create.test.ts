import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

describe("generated ids", () => {
  it.each([
    ["/numbers", "id", /^1$/],
    ["/uuids", "uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/],
    ["/codes", "code", /^[A-Z]{2}-[0-9]{3}$/],
    ["/digits", "id", /^[0-3]$/],
    ["/shorts", "id", /^[0-9a-f]{8}$/],
    ["/stickers", "id", /^sticker_[0-9a-f]{12}$/],
  ])("generates ids for %s that match the contract", async (collection, property, form) => {
    const platform = await platformOf("identifiers");
    const created = await ask(platform, `POST ${collection}`, { body: {} });
    const id = created.value[property];

    expect(String(id)).toMatch(form);
    expect(created.headers["location"]).toBe(`${collection}/${id}`);
    expect((await ask(platform, `GET ${collection}/${id}`)).value).toEqual(created.value);
  });

  it("generates unique ids as long as free ones exist, and then replaces no item", async () => {
    const platform = await platformOf("identifiers");
    const paths = new Set<string | undefined>();
    for (let made = 0; made < 4; made++)
      paths.add((await ask(platform, "POST /digits", { body: {} })).headers["location"]);

    expect([...paths].toSorted()).toEqual(["/digits/0", "/digits/1", "/digits/2", "/digits/3"]);
    const refused = await ask(platform, "POST /digits", { body: {} });
    expect(refused).toMatchObject({ status: 400, value: { detail: expect.stringContaining("no free id") } });
  });

  it("does not generate ids that clients have used", async () => {
    const platform = await platformOf("identifiers");
    await ask(platform, "POST /numbers", { body: { id: 2 } });
    const ids: unknown[] = [];
    for (let made = 0; made < 3; made++) ids.push((await ask(platform, "POST /numbers", { body: {} })).value.id);

    expect(ids).toEqual([1, 3, 4]);
  });

  it("generates ids that identify an item even if no body contains them", async () => {
    const platform = await platformOf("identifiers");
    const created = await ask(platform, "POST /unnamed", { body: { label: "Blue" } });

    expect(created.text).toBe("");
    expect((await ask(platform, `GET ${created.headers["location"]}`)).value).toEqual({ label: "Blue" });
  });
});

describe("a given id", () => {
  it("stores an item under a given id, which is found in any encoding", async () => {
    const platform = await platformOf("identifiers");
    const created = await ask(platform, "POST /slugs", { body: { slug: "two words" } });

    expect(created).toMatchObject({
      status: 201,
      value: { slug: "two words" },
      headers: { location: "/slugs/two%20words" },
    });
    expect((await ask(platform, "GET /slugs/two%20words")).value).toEqual({ slug: "two words" });
  });

  it("is refused with 409 if it exists, where that is documented", async () => {
    const platform = await platformOf("identifiers");
    const statuses = [];
    for (let made = 0; made < 2; made++)
      statuses.push((await ask(platform, "POST /slugs", { body: { slug: "one" } })).status);

    expect(statuses).toEqual([201, 409]);
    expect((await ask(platform, "POST /slugs", { body: { slug: "one" }, token: "mock-globex" })).status).toBe(201);
  });

  it.each([
    ["is of another type", "/numbers", { id: "seven" }, "id"],
    ["is not in the form of ids", "/uuids", { uuid: "u1" }, "uuid"],
    ["does not fit where it is shown", "/badges", { id: "b1" }, "id"],
    ["is empty", "/stickers", { id: "" }, "id"],
  ])("ignores a given id that %s", async (_, collection, body, property) => {
    const platform = await platformOf("identifiers");
    const created = await ask(platform, `POST ${collection}`, { body });

    expect(created.status).toBe(201);
    expect(created.value[property]).not.toBe(Object.values(body)[0]);
    expect(created.headers["location"]).toBe(`${collection}/${encodeURIComponent(created.value[property])}`);
    expect((await ask(platform, `GET ${created.headers["location"]}`)).value).toEqual(created.value);
  });

  it("refuses a given id that the contract allows in the body but not in a path", async () => {
    const platform = await platformOf("identifiers");
    const { status, value } = await ask(platform, "POST /slugs", { body: { slug: "Capital/Slash" } });

    expect([status, value.violations]).toEqual([
      409,
      [{ in: "body", pointer: "/slug", expected: expect.stringContaining("^[a-z ]+$"), got: '"Capital/Slash"' }],
    ]);
  });

  it("ignores a given id that is readOnly", async () => {
    const platform = await platformOf("library");
    const { value } = await ask(platform, "POST /books", { body: { title: "Mine", id: "mine" } });

    expect(value.id).toMatch(/^book_/);
  });
});

describe("the location of what was created", () => {
  it("sends a Location at which the item can be read, for any form of paths", async () => {
    const platform = await platformOf("dot-json");
    const created = await ask(platform, "POST /accounts/a%2F1/calls.json", { body: { to: "+49" } });
    const location = created.headers["location"] as string;

    expect(location).toBe(`/accounts/a%2F1/calls/${created.value.sid}.json`);
    expect((await ask(platform, `GET ${location}`)).value).toEqual(created.value);
  });

  it("sends no Location if no operation reads the item", async () => {
    const platform = await platformOf("default-only");
    const { headers } = await ask(platform, "POST /notes", { body: { text: "Buy milk" } });
    expect(headers["location"]).toMatch(/^\/notes\//);

    const parameters = await platformOf("other-media");
    const body = Buffer.from("89504e47", "hex");
    const picture = await ask(parameters, "POST /pictures", { body, headers: { "content-type": "image/png" } });
    expect(picture.status).toBe(201);
    expect(picture.headers).not.toHaveProperty("location");
  });
});
