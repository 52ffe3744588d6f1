import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf } from "../../../test/support/mock/ask.ts";

describe("a list", () => {
  it("has the same items in pages as in one response", async () => {
    const platform = await platformOf("library");
    for (let number = 1; number <= 7; number++)
      await ask(platform, "POST /books", { body: { title: `Book ${number}` } });
    const whole = (await ask(platform, "GET /books")).value;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10 }), fc.nat(10), async (limit, offset) => {
        const page = (await ask(platform, `GET /books?limit=${limit}&offset=${offset}`)).value;
        expect(page).toEqual({
          results: whole.results.slice(offset, offset + limit),
          total: 7,
          has_more: Math.min(offset + limit, 7) < 7 && offset < 7,
        });
      }),
      { numRuns: 50 },
    );

    expect(whole.results.map(({ title }: { title: string }) => title.at(-1)).join("")).toBe("1234567");
  });

  it("counts pages from 1, with the documented default size, and has totals in its envelope", async () => {
    const platform = await platformOf("wrapped-nullable");
    for (const name of ["A", "B", "C"]) await ask(platform, "POST /pets", { body: { pet: { name, owner: null } } });
    const names = async (query: string): Promise<unknown> => {
      const { pets, meta } = (await ask(platform, `GET /pets${query}`)).value;
      return [pets.map(({ name }: { name: string }) => name).join(""), meta.total];
    };

    expect(await names("")).toEqual(["AB", 3]);
    expect(await names("?page=2")).toEqual(["C", 3]);
    expect(await names("?page=3")).toEqual(["", 3]);
    expect(await names("?page=3&per_page=1")).toEqual(["C", 3]);
    expect(await names("?per_page=50")).toEqual(["ABC", 3]);
  });

  it("counts pages from 0 if 0 is allowed, and has one page without a size", async () => {
    const platform = await platformOf("dot-json");
    const path = "/accounts/a1/calls.json";
    for (const to of ["one", "two", "three"]) await ask(platform, `POST ${path}`, { body: { to } });
    const callees = async (query: string): Promise<string> =>
      (await ask(platform, `GET ${path}${query}`)).value.calls.map(({ to }: { to: string }) => to).join(" ");

    expect(await callees("?page=0&page_size=2")).toBe("one two");
    expect(await callees("?page=1&page_size=2")).toBe("three");
    expect(await callees("?page=0")).toBe("one two three");
    expect(await callees("?page=1")).toBe("");
  });

  it.each([
    ["GET /pages", { page: 1, per_page: 2, total: 3 }, "AB"],
    ["GET /pages?page=2&per_page=1", { page: 2, per_page: 1, total: 3 }, "B"],
    ["GET /pages?page=9&per_page=10", { page: 9, per_page: 10, total: 3 }, ""],
    ["GET /hits", { from: 0, size: 2, hits: 3 }, "AB"],
    ["GET /hits?from=1&size=5", { from: 1, size: 5, hits: 3 }, "BC"],
  ])("describes the requested page in its envelope: %s", async (line, envelope, titles) => {
    const { value } = await ask(await withItems(), line);

    expect(value).toMatchObject(envelope);
    expect(titlesIn(value.items ?? value.results)).toBe(titles);
  });

  it.each([
    ["/cursors", "cursor", "limit", "data", ["next_cursor"], undefined],
    ["/tokens", "page_token", "page_size", "items", ["paging", "nextPageToken"], ""],
    ["/tokens", "page_token", "page_size", "items", ["paging", "next"], null],
  ])("is read completely with cursors: %s by %s", async (path, parameter, size, items, where, none) => {
    const platform = await withItems();
    for (const limit of [1, 2, 3, 4]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      for (let pages = 0; pages < 3 && (pages === 0 || cursor); pages++) {
        const query = cursor ? `&${parameter}=${cursor}` : "";
        const { status, value } = await ask(platform, `GET ${path}?${size}=${limit}${query}`);
        expect([status, value[items].length <= limit]).toEqual([200, true]);
        seen.push(titlesIn(value[items]));
        cursor = where.reduce((inner, name) => inner[name], value);
      }

      expect(seen.join("")).toBe("ABC");
      expect(cursor).toBe(none);
    }
  });

  it.each(["nonsense", "MQ==", "LTE", "MS41", "IA", "Mg%20"])(
    "refuses the cursor %s, which no page contained",
    async (cursor) => {
      const { status, value } = await ask(await withItems(), `GET /cursors?cursor=${cursor}`);

      expect(status).toBe(422);
      expect(value.violations).toMatchObject([
        { in: "query", pointer: "/cursor", expected: "a cursor that an earlier page gave" },
      ]);
    },
  );

  it("has pages of example items if no operation adds items", async () => {
    const platform = await platformOf("paging");
    const first = (await ask(platform, "GET /shown")).value;
    const second = (await ask(platform, `GET /shown?cursor=${first.next_cursor}`)).value;

    expect(first).toMatchObject({ data: [{ id: "a" }, { id: "b" }], note: "kept" });
    expect(second).toEqual({ data: [{ id: "c", title: "C" }], note: "kept" });
  });

  it("can be searched with a POST, which stores nothing", async () => {
    const platform = await platformOf("paging");
    const nothing = await ask(platform, "POST /logs", { body: { text: "x" } });
    for (const title of "ABC") await ask(platform, `PUT /logs/${title}`, { body: { id: "", title } });
    const page = await ask(platform, "POST /logs", { body: { text: "", from: 1, size: 1 } });

    expect([nothing.status, nothing.value]).toEqual([200, { hits: 0, results: [] }]);
    expect(page.value).toEqual({ hits: 3, results: [{ id: "B", title: "B" }] });
    expect((await ask(platform, "POST /logs")).value).toMatchObject({ hits: 3, results: [{}, {}] });
    expect((await ask(platform, "GET /logs/A")).value).toEqual({ id: "A", title: "A" });
  });

  it("can be a bare array", async () => {
    const platform = await ownPlatform();
    const number = "1EMH0012345678";
    const { value } = await ask(platform, "POST /v2/metering/meters", { body: { number } });

    expect((await ask(platform, "GET /v2/metering/meters")).value).toEqual([value]);
  });
});

/** A platform with the items A, B and C in each list. */
async function withItems() {
  const platform = await platformOf("paging");
  for (const path of ["/cursors", "/tokens", "/pages", "/hits"])
    for (const title of "ABC") await ask(platform, `POST ${path}`, { body: { id: "", title } });
  return platform;
}

function titlesIn(items: readonly { title: string }[]): string {
  return items.map(({ title }) => title).join("");
}
