import { describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf } from "../../test/support/mock/ask.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { behaviour } from "../index.ts";

const meters = "/v2/metering/meters";
const seeding = async (collection: string, value: JsonObject, id = "m_1") => {
  const platform = await ownPlatform({ strictAssumed: true });
  return platform.organization("acme").seed({ collections: { [collection]: [{ id, value }] } });
};

describe("a given state", () => {
  it("may lack generated members and contain hidden ones", async () => {
    const platform = await ownPlatform();
    const value = { id: "m_1", number: "1EMH0012345678", note_of_mine: "kept" };
    await platform.organization("acme").seed({ collections: { [meters]: [{ id: "m_1", value }] } });

    expect(await ask(platform, `GET ${meters}/m_1`)).toMatchObject({ status: 200, value: { number: value.number } });
    expect((await platform.organization("acme").state()).collections[meters]).toEqual([{ id: "m_1", value }]);
  });

  it("is refused with the first unknown collections only, if it has many", async () => {
    const platform = await platformOf("library");
    const names = Array.from({ length: 2000 }, (_, index) => [`/unknown/c${index}`, []]);
    const body = { collections: Object.fromEntries(names) as JsonObject };
    const refused = await ask(platform, "PUT /_concord/organizations/acme/state", { body });

    expect(refused.status).toBe(400);
    expect(refused.value.violations).toHaveLength(100);
  });

  it("shows the ids of the state in items, lists and paths", async () => {
    const platform = await platformOf("natural-keys");
    const ids = Array.from({ length: 21 }, (_, index) => String(index + 1));
    const items = ids.map((id) => ({ id, value: {} }));
    await platform.organization("acme").seed({
      collections: { "/issues": items, "/teams": items, "/namespaces": [{ id: "dev", value: { kind: "Namespace" } }] },
    });

    expect((await ask(platform, "GET /issues")).value.map(({ number }: { number: number }) => number)).toEqual(
      ids.map(Number),
    );
    expect((await ask(platform, "GET /issues/21")).value).toMatchObject({ number: 21 });
    expect((await ask(platform, "GET /teams/7")).value).toMatchObject({ slug: "7" });
    expect((await ask(platform, "GET /namespaces")).value.items).toEqual([
      { kind: "Namespace", metadata: { name: "dev" } },
    ]);
  });

  it.each<[string, string, JsonObject, string]>([
    ["/issues", "seven", {}, '/collections/~1issues/0/id must be an integer, such as "1", not "seven"'],
    ["/issues", "7", { number: 8 }, '/collections/~1issues/0/value/number must be the id of the item, "7", not 8'],
    ["/namespaces", "dev", { metadata: { name: "prod" } }, '/value/metadata/name must be the id of the item, "dev"'],
  ])("is refused if %s/%s cannot be found by its id: %j", async (collection, id, value, reason) => {
    const platform = await platformOf("natural-keys");

    await expect(
      platform.organization("acme").seed({ collections: { [collection]: [{ id, value }] } }),
    ).rejects.toThrow(reason);
  });

  it.each<[string, JsonObject, string]>([
    [meters, { unit: "ounces" }, "/collections/~1v2~1metering~1meters/0/value/unit must be one of"],
    ["/v2/metering/meter", {}, `a collection that an operation has; the nearest is "${meters}"`],
    ["/v1/products/p/prices", { id: 7 }, "/0/value/id must be"],
  ])("is refused if an operation would show it differently: %s %j", async (collection, value, reason) => {
    await expect(seeding(collection, value)).rejects.toThrow(reason);
  });

  it("lists only the first of many faults", async () => {
    const platform = await platformOf("library");
    const items = Array.from({ length: 200 }, (_, index) => ({ id: String(index), value: { title: index } }));

    await expect(platform.organization("acme").seed({ collections: { "/books": items } })).rejects.toThrow(
      "and 95 more",
    );
  });

  it("may contain any collection if there are custom behaviours", async () => {
    const own = behaviour({ id: "own", operations: ["createBook"], handle: (_, next) => next() });
    const platform = await platformOf("library", { behaviours: [own] });
    await platform.organization("acme").seed({ collections: { "/of/mine": [{ id: "a", value: {} }] } });

    expect((await platform.organization("acme").state()).collections).toHaveProperty("/of/mine");
  });
});
