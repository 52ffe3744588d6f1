import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, platformOf } from "../../test/support/mock/ask.ts";
import { createMemoryStore } from "../index.ts";
import { createSqliteStore } from "../state/sqlite/sqlite.ts";

type Platform = Awaited<ReturnType<typeof platformOf>>;

const headers = { host: "api.example" };

/** A platform with the items A, B and C in a list, whose ids are "a", "b" and "c". */
async function listed(path: string, store = createMemoryStore()): Promise<Platform> {
  const platform = await platformOf("paging-styles", { store });
  for (const name of "ABC") await ask(platform, `POST ${path}`, { body: { id: name.toLowerCase(), name } });
  return platform;
}

/** The names in the first list of objects that a body has. */
function namesIn(value: ParsedResponse["value"]): string {
  if (Array.isArray(value)) return value.map(({ name }: { name: string }) => name).join("");
  const inner = Object.values(value).filter((member) => typeof member === "object" && member !== null);
  return inner.map(namesIn).join("");
}

describe("the requested page", () => {
  it.each([
    ["/stripe?limit=2", "AB"],
    ["/stripe?limit=1&starting_after=a", "B"],
    ["/stripe?starting_after=c", ""],
    ["/stripe?limit=1&ending_before=c", "B"],
    ["/stripe?limit=5&ending_before=c", "AB"],
    ["/stripe?ending_before=a", ""],
    ["/spring?size=2", "AB"],
    ["/spring?page=1&size=2", "C"],
    ["/hal?page=1&size=2", "C"],
    ["/wrapped?page=2&pageSize=2", "C"],
    ["/noted?limit=2", "AB"],
    ["/scim?startIndex=2&count=1", "B"],
    ["/scim?startIndex=0&count=1", "A"],
    ["/odata?$top=1&$skip=1", "B"],
    ["/jsonapi?page[number]=2&page[size]=2", "C"],
    ["/deep?page[number]=2&page[size]=2", "C"],
    ["/take?skip=1&take=1", "B"],
    ["/headers?page=2", "C"],
  ])("is found by %s: %s", async (line, names) => {
    const platform = await listed(line.split("?", 1)[0] as string);

    expect(namesIn((await ask(platform, `GET ${line}`)).value)).toBe(names);
  });

  it("is refused if it begins at an item that does not exist", async () => {
    const { status, value } = await ask(await listed("/stripe"), "GET /stripe?starting_after=x");

    expect(status).toBe(400);
    expect(value.violations).toMatchObject([{ pointer: "/starting_after", expected: "the id of an item of the list" }]);
  });
});

describe("the envelope of a page", () => {
  it.each([
    ["/stripe?limit=2", { has_more: true }],
    ["/stripe?limit=2&starting_after=a", { has_more: false }],
    ["/stripe?limit=1&ending_before=c", { has_more: true }],
    ["/stripe?limit=2&ending_before=c", { has_more: false }],
    ["/limited?limit=2", { has_more: false }],
    ["/meta?limit=2", { meta: { pagination: { total: 3, count: 2, total_pages: 2 } } }],
    ["/drf?limit=2", { count: 3, next: "http://api.example/drf?limit=2&offset=2", previous: null }],
    ["/drf?limit=2&offset=2", { next: null, previous: "http://api.example/drf?limit=2&offset=0" }],
    ["/links?size=2&page=1", { links: { next: "http://api.example/links?size=2&page=2", prev: null } }],
    ["/links?size=2&page=2", { links: { next: null, prev: "http://api.example/links?size=2&page=1" } }],
    [
      "/spring?size=2",
      {
        totalElements: 3,
        totalPages: 2,
        number: 0,
        size: 2,
        numberOfElements: 2,
        first: true,
        last: false,
        empty: false,
      },
    ],
    ["/spring?size=2&page=1", { number: 1, numberOfElements: 1, first: false, last: true }],
    ["/spring?size=2&page=7", { number: 7, numberOfElements: 0, empty: true, last: true }],
    [
      "/hal?size=2",
      {
        page: { size: 2, totalElements: 3, totalPages: 2, number: 0 },
        _links: { next: { href: "http://api.example/hal?size=2&page=1" } },
      },
    ],
    ["/wrapped?pageSize=2", { result: { total_count: 3 } }],
    ["/scim?startIndex=2&count=1", { totalResults: 3, startIndex: 2, itemsPerPage: 1 }],
    ["/odata?$top=2", { "@odata.count": 3, "@odata.nextLink": "http://api.example/odata?%24top=2&%24skip=2" }],
    ["/jsonapi?page[size]=2", { links: { next: "http://api.example/jsonapi?page%5Bsize%5D=2&page%5Bnumber%5D=2" } }],
    ["/deep?page[size]=2", { links: { next: "http://api.example/deep?page%5Bsize%5D=2&page%5Bnumber%5D=2" } }],
  ])("has for %s the members %j", async (line, envelope) => {
    const platform = await listed(line.split("?", 1)[0] as string);

    expect((await ask(platform, `GET ${line}`, { headers })).value).toMatchObject(envelope);
  });

  it("has links that lead through the whole list to its end", async () => {
    for (const start of [
      "/drf?limit=1",
      "/links?size=1",
      "/hal?size=1",
      "/odata?$top=1",
      "/jsonapi?page[size]=1",
      "/deep?page[size]=1",
      "/after?limit=1",
    ]) {
      const platform = await listed(start.split("?", 1)[0] as string);
      let names = "";
      for (let line: string | undefined = start, pages = 0; line && pages < 9; pages++) {
        const { value } = await ask(platform, `GET ${line}`, { headers });
        names += namesIn(value);
        const next: string | null | undefined =
          value.next ??
          value.links?.next ??
          value["_links"]?.next?.href ??
          value["@odata.nextLink"] ??
          value.paging?.next?.link;
        line = next?.slice("http://api.example".length);
      }
      expect([start, names]).toEqual([start, "ABC"]);
    }
  });

  it("is repeated in documented headers", async () => {
    const platform = await listed("/headers");
    const [first, last] = [
      await ask(platform, "GET /headers", { headers }),
      await ask(platform, "GET /headers?page=2", { headers }),
    ];

    expect(first.headers).toMatchObject({
      "x-total-count": "3",
      "x-next-page": "2",
      link: '<http://api.example/headers?page=2>; rel="next", <http://api.example/headers>; rel="first", <http://api.example/headers?page=2>; rel="last"',
    });
    expect(last.headers).not.toHaveProperty("x-next-page");
    expect(last.headers["link"]).toContain('<http://api.example/headers?page=1>; rel="prev"');
    expect((await ask(platform, "GET /drf", { headers })).headers).not.toHaveProperty("link");
  });
});

describe("a cursor of a page", () => {
  it.each([
    ["memory", createMemoryStore],
    ["SQLite", () => createSqliteStore(":memory:")],
  ])("continues at the next item even if other items are deleted, in %s", async (_, store) => {
    for (const [gone, rest] of [
      ["", "C"],
      ["a", "C"],
      ["ab", "C"],
      ["c", ""],
    ] as const) {
      const platform = await listed("/after", store());
      const { value } = await ask(platform, "GET /after?limit=2");
      for (const id of gone) await ask(platform, `DELETE /after/${id}`);

      expect(namesIn((await ask(platform, `GET /after?limit=2&after=${value.paging.next.after}`)).value)).toBe(rest);
    }
  });

  it.each([
    ["memory", createMemoryStore],
    ["SQLite", () => createSqliteStore(":memory:")],
  ])("repeats no item if new items come first, in %s", async (_, store) => {
    const platform = await listed("/latest", store());
    const { value } = await ask(platform, "GET /latest?limit=2");
    await ask(platform, "POST /latest", { body: { id: "d", name: "D" } });
    const rest = await ask(platform, `GET /latest?limit=2&after=${value.paging.next.after}`);

    expect([namesIn(value), namesIn(rest.value)]).toEqual(["CB", "A"]);
  });
});
