import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf } from "../../testing/mock/ask.ts";

describe("a list", () => {
  it("is in its pages what it is as a whole", async () => {
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

  it("counts pages from 1, of the documented size where none is asked for, and totals in its envelope", async () => {
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

  it("counts pages from 0 where 0 is one, and has only one where it has no size", async () => {
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

  it("may be a bare array", async () => {
    const platform = await ownPlatform();
    const number = "1EMH0012345678";
    const { value } = await ask(platform, "POST /v2/metering/meters", { body: { number } });

    expect((await ask(platform, "GET /v2/metering/meters")).value).toEqual([value]);
  });
});
