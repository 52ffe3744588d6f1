import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { type ParsedResponse, ask } from "../../../test/support/mock/ask.ts";
import { object, servingOperations } from "../../../test/support/mock/operations.ts";

const text = { type: "string" };
const number = { type: "integer" };

/** Creates an item, changes it by a PATCH, and reads it before and after. */
async function write(
  [sent, shown]: readonly [JsonObject, JsonObject],
  bodies: readonly [JsonObject, JsonObject],
): Promise<Readonly<Record<"made" | "read" | "changed" | "listed", ParsedResponse["value"]>>> {
  const item = object({ id: text, ...shown }, ["id"]);
  const platform = servingOperations({
    "POST /boxes": { sends: object(sent), shows: item },
    "GET /boxes": { shows: { type: "array", items: item } },
    "GET /boxes/{id}": { shows: item },
    "PATCH /boxes/{id}": { sends: object(sent), shows: item },
  });
  const { id, ...made } = (await ask(platform, "POST /boxes", { body: bodies[0] })).value;
  const { id: _, ...read } = (await ask(platform, `GET /boxes/${id}`)).value;
  await ask(platform, `PATCH /boxes/${id}`, { body: bodies[1] });
  const { id: __, ...changed } = (await ask(platform, `GET /boxes/${id}`)).value;
  const [{ id: ___, ...listed }] = (await ask(platform, "GET /boxes")).value;
  return { made, read, changed, listed };
}

const site = object({ site_url: text, color: text });
const box = object({ height: number, width: number, unit: text });

describe("a member that a request has inside an object, and the item at its top", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject]>([
    [
      "texts",
      { name: text, channel: site },
      { name: text, site_url: text, color: text },
      { name: "A", channel: { site_url: "a", color: "red" } },
      { name: "A", site_url: "a", color: "red" },
      { channel: { color: "blue" } },
      { name: "A", site_url: "a", color: "blue" },
    ],
    [
      "numbers, beside one that is not shown",
      { size: box },
      { height: number, width: number },
      { size: { height: 1, width: 2, unit: "cm" } },
      { height: 1, width: 2 },
      { size: { width: 3 } },
      { height: 1, width: 3 },
    ],
    [
      "with the name of the object in front",
      { address: object({ city: text, zip: text }) },
      { address_city: text, addressZip: text },
      { address: { city: "Ulm", zip: "89" } },
      { address_city: "Ulm", addressZip: "89" },
      { address: { city: "Bonn" } },
      { address_city: "Bonn", addressZip: "89" },
    ],
    [
      "in another case",
      { plan: object({ maxSeats: number }) },
      { max_seats: number },
      { plan: { maxSeats: 3 } },
      { max_seats: 3 },
      { plan: { maxSeats: 4 } },
      { max_seats: 4 },
    ],
    [
      "with common names, inside attributes",
      { attributes: object({ name: text, status: text }) },
      { name: text, status: text },
      { attributes: { name: "A", status: "x" } },
      { name: "A", status: "x" },
      { attributes: { status: "y" } },
      { name: "A", status: "y" },
    ],
    [
      "lists and objects",
      { rules: object({ hosts: { type: "array", items: text }, limits: object({ a: number }) }) },
      { hosts: { type: "array", items: text }, limits: object({ a: number }) },
      { rules: { hosts: ["a"], limits: { a: 1 } } },
      { hosts: ["a"], limits: { a: 1 } },
      { rules: { hosts: [] } },
      { hosts: [], limits: { a: 1 } },
    ],
    [
      "the other way: at the top, and shown in an object",
      { name: text, site_url: text, color: text },
      { name: text, channel: site },
      { name: "A", site_url: "a", color: "red" },
      { name: "A", channel: { site_url: "a", color: "red" } },
      { color: "blue" },
      { name: "A", channel: { site_url: "a", color: "blue" } },
    ],
    [
      "the other way, with a name in front",
      { addressCity: text, addressZip: text },
      { address: object({ city: text, zip: text }) },
      { addressCity: "Ulm", addressZip: "89" },
      { address: { city: "Ulm", zip: "89" } },
      { addressCity: "Bonn" },
      { address: { city: "Bonn", zip: "89" } },
    ],
  ])("is shown: %s", async (_, sent, shown, body, made, change, changed) => {
    expect(await write([sent, shown], [body, change])).toEqual({ made, read: made, changed, listed: changed });
  });

  it.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    [
      "if two objects have it",
      { billing: object({ city: text }), shipping: object({ city: text }) },
      { city: text },
      { billing: { city: "KEY" }, shipping: { city: "KEY" } },
      "KEY",
    ],
    [
      "if the request has both",
      { a: object({ size: text }), size: text },
      { size: text },
      { a: { size: "KEY" } },
      "KEY",
    ],
    ["if the name is common", { shop: object({ name: text }) }, { name: text }, { shop: { name: "KEY" } }, "KEY"],
    [
      "if the object is another item",
      { depot: object({ id: text, color: text, size: text }) },
      { color: text, size: text },
      { depot: { id: "1", color: "KEY", size: "KEY" } },
      "KEY",
    ],
    ["if the object is a person", { owner: object({ nick: text }) }, { nick: text }, { owner: { nick: "KEY" } }, "KEY"],
    [
      "if most of the object is not shown",
      { part: object({ color: text, size: text, shape: text }) },
      { color: text },
      { part: { color: "KEY" } },
      "KEY",
    ],
    ["if the types differ", { part: object({ color: text }) }, { color: number }, { part: { color: "77" } }, "77"],
    [
      "if the item shows who did something",
      { nick: text },
      { invited_by: object({ nick: text }, ["nick"]) },
      { nick: "KEY" },
      "KEY",
    ],
  ])("is not moved %s", async (_, sent, shown, body, value) => {
    const beside = { note: text, size_of_note: number };
    const { made, read } = await write(
      [
        { ...beside, ...sent },
        { ...beside, ...shown },
      ],
      [{ note: "A", ...body }, {}],
    );

    expect(made.note).toBe("A");
    expect(JSON.stringify(made)).not.toContain(value);
    expect(JSON.stringify(read)).not.toContain(value);
  });

  it("stays in the object if the item shows it there and at the top", async () => {
    const members = { part: object({ color: text }), color: text };
    const { made } = await write([{ part: object({ color: text }) }, members], [{ part: { color: "red" } }, {}]);

    expect(made).toEqual({ part: { color: "red" } });
  });

  it("is not refused where the object of the item needs other members", async () => {
    const rights = object({ read: { type: "boolean" } }, ["read"]);
    const sent = { login: text, role: text, rights };
    const attributes = object({ login: text, role: text, rights, created: text }, ["login", "created"]);
    const { made } = await write(
      [{ ...sent, rights: object({ read: { type: "boolean" } }) }, { attributes }],
      [{ login: "ada", role: "admin", rights: {} }, {}],
    );

    expect(made).toMatchObject({ attributes: { login: "ada", role: "admin", created: expect.any(String) } });
  });
});
