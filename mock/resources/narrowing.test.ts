import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { type Platform, createClock, createMemoryStore } from "../index.ts";

const parcels: readonly JsonObject[] = [
  {
    name: "a",
    weight: 1,
    tags: ["red", "small"],
    sent_at: "2026-03-01T10:00:00Z",
    due_on: "2026-03-05",
    from: { city: "Bonn" },
    to: { city: "Ulm", postcode: "89073" },
  },
  {
    name: "b",
    weight: 2.5,
    tags: ["red"],
    sent_at: "2026-03-02T10:00:00Z",
    contents: [{ item: { sku: "x" } }, { item: { sku: "y" } }],
  },
  { name: "c", weight: 10, tags: [], due_on: "2026-03-06", to: { city: "Bonn", postcode: "53111" } },
];

describe("a list", () => {
  it.each<[query: string, names: string]>([
    ["tag=red", "ba"],
    ["tag=blue", ""],
    ["postcode=53111", "c"],
    ["sku=y", "b"],
    ["sku=z", ""],
    ["sent_after=2026-03-01T10:00:00Z", "b"],
    ["sent_after=2026-03-01T10:59:59%2B01:00", "ba"],
    ["sent_from=2026-03-01", "ba"],
    ["sent_from=2026-03-02", "b"],
    ["sentTo=2026-03-01", "a"],
    ["gone_before=2026-03-02", "a"],
    ["due_until=2026-03-05", "a"],
    ["min_weight=2.5", "cb"],
    ["weight_lt=10", "ba"],
    ["tag=red&min_weight=2", "b"],
  ])("can be filtered by %s, although no property has that name", async (query, names) => {
    expect(await namesOf(await withParcels(), `/parcels?${query}`)).toBe(names);
  });

  it.each([
    ["city=Bonn", "two things have one"],
    ["since=2026-03-02", "nobody says what since then"],
    ["expand=contents", "it says how, not which"],
  ])("ignores the filter %s: %s", async (query) => {
    expect(await namesOf(await withParcels(), `/parcels?${query}`)).toBe("cba");
  });

  it.each([
    ["ordering=-weight", "cba"],
    ["ordering=weight", "abc"],
    ["$orderby=weight%20desc,name", "cba"],
    ["sort=weight,asc", "abc"],
    ["sort=weight,desc", "cba"],
    ["sort=weight_desc", "cba"],
    ["sort=weight:asc", "abc"],
    ["sort_by[weight]=asc", "abc"],
    ["sort=state,name,desc", "cba"],
    ["sort=state,desc&sort=name,asc", "abc"],
    ["sort=state&sort=name", "abc"],
  ])("can be sorted by %s", async (query, names) => {
    expect(await namesOf(await withParcels(), `/parcels?${query}`)).toBe(names);
  });
});

describe("a list with a declared order", () => {
  it("begins with the latest item for an order by time of creation, and reads no other items", async () => {
    const read: unknown[] = [];
    const store = createMemoryStore();
    const watched = {
      ...store,
      list: (...args: Parameters<typeof store.list>) => (read.push(args[2]), store.list(...args)),
    };
    const platform = await platformOf("parcels", { store: watched });
    for (const body of parcels) await ask(platform, "POST /parcels", { body: { ...body, state: "packed" } });

    expect(await namesOf(platform, "/parcels?limit=2")).toBe("cb");
    expect(await namesOf(platform, "/parcels?limit=2&offset=2")).toBe("a");
    expect(read).toEqual([
      expect.objectContaining({ offset: 0, limit: 2, isReversed: true }),
      expect.objectContaining({ offset: 2, limit: 2, isReversed: true }),
    ]);
  });

  it("keeps its order under a filter", async () => {
    expect(await namesOf(await withParcels(), "/parcels?tag=red")).toBe("ba");
  });

  it("is sorted by the first property of the order, then by the others", async () => {
    const platform = await platformOf("parcels", { clock: createClock(() => 0) });
    const shelves: JsonObject[] = [
      { name: "b", row: 3 },
      { name: "c", row: 2, locked: true },
      { name: "a", row: 1, locked: true },
      { name: "d", row: 4, locked: false },
    ];
    for (const body of shelves) {
      await ask(platform, "POST /shelves", { body });
      await ask(platform, "POST /racks", { body });
    }

    expect(await namesOf(platform, "/racks")).toBe("acdb");
    expect(await namesOf(platform, "/shelves?sort=name")).toBe("abcd");
    // The contract documents the default for a parameter that is not sent.
    expect(await namesOf(platform, "/shelves")).toBe("acbd");
  });
});

describe("a sorted list", () => {
  it("is cached until an item changes, separately for each organization", async () => {
    const platform = await platformOf("parcels");
    const after = async (name: string): Promise<string> => {
      await ask(platform, "POST /hooks", { body: { name } });
      await namesOf(platform, "/hooks");
      return namesOf(platform, "/hooks");
    };

    expect([await after("c"), await after("a"), await after("b")]).toEqual(["c", "ac", "abc"]);
    expect((await ask(platform, "GET /hooks", { token: "mock-globex" })).value).toEqual([]);
  });
});

async function withParcels(): Promise<Platform> {
  const platform = await platformOf("parcels");
  for (const body of parcels) await ask(platform, "POST /parcels", { body: { ...body, state: "packed" } });
  return platform;
}

async function namesOf(platform: Platform, path: string): Promise<string> {
  const { value } = await ask(platform, `GET ${path}`);
  return (value as JsonObject[]).map(({ name }) => name).join("");
}
