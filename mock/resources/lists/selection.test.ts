import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { ask, platformOf } from "../../../test/support/mock/ask.ts";
import type { Platform, Store } from "../../index.ts";
import { createMemoryStore } from "../../index.ts";

type Query = Readonly<Record<string, string>>;

const words = fc.constantFrom("Post", "Fetch", "parcel", "LETTER", "7");
const errand = fc.record(
  {
    title: fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
    state: fc.constantFrom("open", "closed", "published"),
    urgent: fc.boolean(),
    tags: fc.subarray(["red", "blue", "a b"]),
    weight: fc.integer({ min: -2, max: 12 }),
    note: fc.constantFrom("letter", null),
    secret: words,
  },
  { requiredKeys: ["title"] },
);
const parts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  state: fc.constantFrom("open", "closed", "all"),
  urgent: fc.constantFrom("true", "false"),
  tags: fc.constantFrom("red", "red,blue"),
  weight: fc.integer({ min: -2, max: 12 }).map(String),
  q: fc.array(fc.constantFrom("post", "LETTER", "arc", "7", "open"), { maxLength: 2 }).map((some) => some.join(" ")),
  sort: fc.constantFrom("weight", "-weight", "title,-weight", "weight desc", "nothing", "urgent:asc"),
  order: fc.constantFrom("asc", "desc"),
  fields: fc.constant("id"),
  limit: fc.integer({ min: 0, max: 5 }).map(String),
  offset: fc.integer({ min: 0, max: 5 }).map(String),
};
/** Only a few filters at once, because many filters select almost no items. */
const query = fc
  .tuple(fc.record(parts), fc.subarray(Object.keys(parts), { maxLength: 3 }))
  .map(([all, names]): Query => Object.fromEntries(names.map((name) => [name, all[name] as string])));

describe("a list", () => {
  it("returns the same items as a simple filter of the whole list", async () => {
    const run = fc.assert(listsWhatFits(createMemoryStore), { numRuns: 150 });

    await expect(run).resolves.toBeUndefined();
  });

  it("returns the same items for a search as for a list with the same filters", async () => {
    const platform = await withErrands([{ title: "Post it" }, { title: "Fetch it", urgent: true }]);
    const titles = async (body: JsonObject): Promise<unknown> => {
      const { value } = await ask(platform, "POST /errands:search", { body });
      return [value.errands.map(({ title }: { title: string }) => title), value.count];
    };

    expect(await titles({})).toEqual([["Post it", "Fetch it"], 2]);
    expect(await titles({ text: "FETCH" })).toEqual([["Fetch it"], 1]);
    expect(await titles({ urgent: true, limit: 5 })).toEqual([["Fetch it"], 1]);
    expect(await titles({ filters: { urgent: true } })).toEqual([["Fetch it"], 1]);
    expect(await titles({ filters: { title: ["Post it", "Sell it"], state: { not: "open" } } })).toEqual([
      ["Post it"],
      1,
    ]);
    expect(await titles({ filters: { urgent: false } })).toEqual([[], 0]);
  });

  it("filters example items as well", async () => {
    const platform = await platformOf("paging");

    expect((await ask(platform, "GET /shown?title=C")).value.data).toMatchObject([{ title: "C" }]);
  });
});

describe("the law", () => {
  it.each<[string, (store: Store) => Partial<Store>]>([
    [
      "loses the last item",
      (store) => ({
        list: async (...[organization, collection, page]) => {
          const { items, total } = await store.list(organization, collection, page);
          return page.limit === Number.POSITIVE_INFINITY ? { items: items.slice(0, -1), total } : { items, total };
        },
      }),
    ],
    [
      "lists from behind",
      (store) => ({
        list: async (...[organization, collection, page]) => {
          const { items, total } = await store.list(organization, collection, page);
          return { items: page.limit === Number.POSITIVE_INFINITY ? items.toReversed() : items, total };
        },
      }),
    ],
  ])("detects a list that %s, by comparison with the whole list", async (_, plant) => {
    const property = listsWhatFits(() => {
      const store = createMemoryStore();
      return { ...store, ...plant(store) };
    });

    expect((await fc.check(property, { numRuns: 150, endOnFailure: true })).failed).toBe(true);
  });
});

describe("a search in collections whose own name is a parameter", () => {
  it("finds items of all collections, or of those that the parameter names", async () => {
    const platform = await platformOf("errands");
    const stops = [
      ["south", "Mill"],
      ["north", "Mill Lane"],
      ["north", "Quay"],
    ] as const;
    for (const [zone, title] of stops) await ask(platform, `POST /zones/${zone}`, { body: { id: "", title } });
    const titles = async (body: JsonObject): Promise<unknown> => {
      const { value } = await ask(platform, "POST /zones:search", { body });
      return [value.results.map(({ title }: { title: string }) => title), value.hits];
    };

    expect(await titles({})).toEqual([["Mill Lane", "Quay", "Mill"], 3]);
    expect(await titles({ q: "mill", size: 1 })).toEqual([["Mill Lane"], 2]);
    expect(await titles({ zones: ["south", "west"] })).toEqual([["Mill"], 1]);
    expect(await titles({ zones: [] })).toEqual([[], 0]);
  });
});

/** Law: a list returns the items that match the query, for any items and any query. */
function listsWhatFits(createStore: () => Store): fc.IAsyncProperty<[JsonObject[], Query]> {
  const errands = fc.array(errand, { maxLength: 8 }) as fc.Arbitrary<JsonObject[]>;
  return fc.asyncProperty(errands, query, async (bodies, asked) => {
    const platform = await withErrands(bodies, createStore());
    const whole = (await ask(platform, "GET /errands?limit=1000")).value.results as JsonObject[];
    const { value } = await ask(platform, `GET /errands?${new URLSearchParams(asked).toString()}`);
    const fitting = ordered(
      whole.filter((item) => fits(item, asked)),
      asked,
    );
    const offset = Number(asked["offset"] ?? 0);

    expect(value.total).toBe(fitting.length);
    expect(value.results).toEqual(fitting.slice(offset, offset + Number(asked["limit"] ?? 1000)));
  });
}

/** Simple reference implementation: the condition of each parameter on an item. */
function fits(item: JsonObject, { state, urgent, tags, weight, q = "" }: Query): boolean {
  const shown = Object.values(item)
    .flat()
    .filter((value) => typeof value === "string") as string[];
  return (
    (state === undefined || state === "all" || item["state"] === state) &&
    (urgent === undefined || item["urgent"] === (urgent === "true")) &&
    (tags === undefined || tags.split(",").some((tag) => ((item["tags"] ?? []) as Json[]).includes(tag))) &&
    (weight === undefined || item["weight"] === Number(weight)) &&
    q.split(" ").every((word) => shown.some((text) => text.toLowerCase().includes(word.toLowerCase())))
  );
}

function ordered(items: readonly JsonObject[], { sort = "", order }: Query): readonly JsonObject[] {
  const usual = order === "desc" ? -1 : 1;
  const keys: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
    weight: [["weight", usual]],
    "-weight": [["weight", -1]],
    "title,-weight": [
      ["title", usual],
      ["weight", -1],
    ],
    "weight desc": [["weight", -1]],
    "urgent:asc": [["urgent", 1]],
  };
  return items.toSorted((one, other) => {
    for (const [name, sign] of keys[sort] ?? []) {
      const [a, b] = [one[name], other[name]];
      if (a === b) continue;
      if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
      return (a as number) < (b as number) ? -sign : sign;
    }
    return 0;
  });
}

async function withErrands(bodies: readonly JsonObject[], store = createMemoryStore()): Promise<Platform> {
  const platform = await platformOf("errands", { store });
  for (const body of bodies) await ask(platform, "POST /errands", { body });
  return platform;
}
