import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const rackShown = object({ id: text, name: text });
const texts = { type: "array", items: text };

/** Members by which a crate refers to racks: how it is named, sent and shown, and what is sent for a rack. */
const references: readonly (readonly [name: string, sends: Json, shows: Json, sent: (id: string) => Json])[] = [
  ["rack", text, text, (id) => id],
  ["rack", text, rackShown, (id) => id],
  ["rack", rackShown, rackShown, (id) => ({ id })],
  ["rack_id", text, text, (id) => id],
  ["rackId", text, text, (id) => id],
  ["racks", texts, texts, (id) => [id]],
  ["racks", texts, { type: "array", items: rackShown }, (id) => [id]],
];

describe("a list below an item", () => {
  it.each(references)(
    "has the items whose %s, sent as %j and shown as %j, refers to it",
    async (name, sends, shows, of) => {
      const platform = await serving(withRacks(name, { sends, shows }));
      const [one, other] = [await create(platform, "racks", {}), await create(platform, "racks", {})];
      const crate = await create(platform, "crates", { label: "glass", [name]: of(one) });
      await create(platform, "crates", { label: "none" });

      expect(await idsIn(platform, `/racks/${one}/crates`)).toEqual([crate]);
      expect(await idsIn(platform, `/racks/${other}/crates`)).toEqual([]);
    },
  );

  it("has no item that was created before it, and lists it once it refers to it", async () => {
    const platform = await serving(withRacks("rack", { sends: text, shows: text }));
    const rack = await create(platform, "racks", {});
    const crate = await create(platform, "crates", { label: "glass" });

    expect(await idsIn(platform, `/racks/${rack}/crates`)).toEqual([]);
    await ask(platform, `PATCH /crates/${crate}`, { body: { rack } });
    expect(await idsIn(platform, `/racks/${rack}/crates`)).toEqual([crate]);
  });

  it("is one of its own if the items of the other collection do not refer to the item above", async () => {
    const platform = await serving(withRacks("colour", { sends: text, shows: text }));
    const rack = await create(platform, "racks", {});
    const crate = await create(platform, "crates", { label: "glass", colour: rack });

    expect(await idsIn(platform, `/racks/${rack}/crates`)).not.toContain(crate);
  });

  it("gives the items that are created there the reference", async () => {
    const operations = withRacks("rack", { sends: text, shows: rackShown });
    const shown = crateWith({ rack: rackShown });
    const platform = await serving({
      ...operations,
      "POST /racks/{id}/crates": { sends: object({ label: text }), shows: shown },
    });
    const rack = await create(platform, "racks", {});
    const crate = await create(platform, `racks/${rack}/crates`, { label: "glass" });

    expect((await ask(platform, `GET /crates/${crate}`)).value).toMatchObject({ label: "glass", rack: { id: rack } });
    expect(await idsIn(platform, `/racks/${rack}/crates`)).toEqual([crate]);
  });
});

it("creates and lists items of the same collection below one of them", async () => {
  const crate = crateWith({ parent: object({ id: text }), num_subcrates: { type: "integer" } });
  const sends = object({ label: text, parent: text });
  const platform = await serving({
    "GET /crates": { shows: { type: "array", items: crate } },
    "POST /crates": { sends, shows: crate },
    "GET /crates/{id}": { shows: crate },
    "GET /crates/{id}/subcrates": { shows: { type: "array", items: crate } },
    "POST /crates/{id}/subcrates": { sends, shows: crate },
  });
  const [one, other] = [await create(platform, "crates", {}), await create(platform, "crates", {})];
  const inner = await create(platform, `crates/${one}/subcrates`, { label: "tin" });

  expect(await idsIn(platform, `/crates/${one}/subcrates`)).toEqual([inner]);
  expect(await idsIn(platform, `/crates/${other}/subcrates`)).toEqual([]);
  expect((await ask(platform, `GET /crates/${inner}`)).value).toMatchObject({ label: "tin", parent: { id: one } });
});

it("filters by the key of the objects in a list", async () => {
  const operations = withRacks("racks", { sends: texts, shows: { type: "array", items: rackShown } });
  const platform = await serving(operations);
  const crate = await create(platform, "crates", { label: "glass", racks: ["s1"] });
  await create(platform, "crates", { label: "tin", racks: ["s2"] });

  expect(await idsIn(platform, "/crates?rack=s1")).toEqual([crate]);
});

describe("a sent key of another item", () => {
  const number = { type: "integer" };
  const rackOf = (key: Json): JsonObject => object({ id: key, name: text });
  const list = (items: Json): JsonObject => ({ type: "array", items });

  it.each<[string, JsonObject, Json, Json | undefined]>([
    ["a text", rackOf(text), "r1", { id: "r1" }],
    ["a number", rackOf(number), 7, { id: 7 }],
    ["a list of numbers", list(rackOf(number)), [7, 8], [{ id: 7 }, { id: 8 }]],
    ["names", list(object({ name: text, room: text })), ["r1"], [{ name: "r1" }]],
    ["a name beside a number", rackOf(number), "r1", { name: "r1" }],
    ["an object", rackOf(number), { id: 7 }, { id: 7 }],
    ["null", { ...rackOf(number), type: ["object", "null"] }, null, null],
    ["a number for a text", rackOf(text), 7, undefined],
  ])("is shown as the object of the response: %s", async (_, rack, sent, shown) => {
    const crate = crateWith({ rack });
    const platform = await serving({
      "POST /crates": { sends: object({ label: text, rack: {} }), shows: crate },
      "GET /crates/{id}": { shows: crate },
    });
    const id = await create(platform, "crates", { label: "glass", rack: sent });

    expect((await ask(platform, `GET /crates/${id}`)).value["rack"]).toEqual(shown);
  });
});

function withRacks(name: string, { sends, shows }: { readonly sends: Json; readonly shows: Json }) {
  const crate = crateWith({ [name]: shows });
  const sent = object({ label: text, [name]: sends });
  return {
    "POST /racks": { sends: object({ name: text }), shows: rackShown },
    "GET /racks/{id}": { shows: rackShown },
    "GET /crates": { shows: { type: "array", items: crate }, query: ["rack"] },
    "POST /crates": { sends: sent, shows: crate },
    "GET /crates/{id}": { shows: crate },
    "PATCH /crates/{id}": { sends: sent, shows: crate },
    "GET /racks/{id}/crates": { shows: { type: "array", items: object({ id: text, label: text }) } },
  };
}

function crateWith(members: JsonObject): JsonObject {
  return object({ id: text, label: text, ...members });
}

async function create(platform: Platform, collection: string, body: JsonObject): Promise<string> {
  return String((await ask(platform, `POST /${collection}`, { body })).value["id"]);
}

async function idsIn(platform: Platform, path: string): Promise<readonly Json[]> {
  const { value } = await ask(platform, `GET ${path}`);
  return (value as unknown as readonly { readonly id: Json }[]).map(({ id }) => id);
}

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

interface Stated {
  readonly shows: Json;
  readonly sends?: Json;
  readonly query?: readonly string[];
}

async function serving(operations: Readonly<Record<string, Stated>>): Promise<Platform> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, { shows, sends, query = [] }] of Object.entries(operations)) {
    const [method, path] = name.split(" ") as [string, string];
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    const inPath = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: text }] : [];
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters: [...inPath, ...query.map((each) => ({ name: each, in: "query", schema: text }))],
      ...(sends !== undefined && { requestBody: content(sends) }),
      responses: { [method === "POST" ? "201" : "200"]: { description: "", ...content(shows) } },
    };
  }
  return platformServing([await scratch.load({ paths })]);
}
