import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import type { Platform } from "../../../../mock/index.ts";
import { suggestions } from "./entity-suggestions.ts";

describe("suggestions of entity values", () => {
  it.each([
    ["", ["Ada Lovelace", "Adam Ries", "Big Lada"]],
    ["?input=ada", ["Ada Lovelace", "Adam Ries", "Big Lada"]],
    ["?input=lo", ["Ada Lovelace"]],
    ["?input=ada&from=1", ["Adam Ries", "Big Lada"]],
    ["?input=zebra", []],
    ["?attribute=address.city", ["Bonn", "Ulm"]],
    ["?attribute=address.city&input=u", ["Ulm"]],
    ["?attribute=nothing", []],
  ])('match the query "%s"', async (query, results) => {
    expect(await suggested(await withEntities(), query)).toEqual(results);
  });

  it("include new entities, exclude deleted ones and never include schemas", async () => {
    const platform = await withEntities();
    await ask(platform, "PUT /v1/entity/schemas/contact", { body: {} });
    const { id } = (await ask(platform, "POST /v1/entity/contact", { body: { title: "Zebra" } })).value;

    expect(await suggested(platform, "?input=zeb")).toEqual(["Zebra"]);
    await ask(platform, `DELETE /v1/entity/contact/${id}`);
    expect(await suggested(platform, "?input=zeb")).toEqual([]);
    expect(await suggested(platform, "?attribute=slug")).toEqual([]);
  });
});

describe("suggestions()", () => {
  it("returns each value that contains the typed text once, those that begin with it first", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", " "), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(text), text, (values, typed) => {
        const found = suggestions(values, typed);
        const wanted = typed.trim();
        const begin = found.map((each) => each.startsWith(wanted));

        expect(new Set(found)).toEqual(new Set(values.filter((each) => each.includes(wanted))));
        expect(new Set(found).size).toBe(found.length);
        expect(begin.lastIndexOf(true)).toBe(begin.filter(Boolean).length - 1);
      }),
    );
  });
});

async function withEntities(): Promise<Platform> {
  const platform = await ownPlatform();
  await ask(platform, "POST /v1/entity/contact", { body: { title: "Big Lada", address: { city: "Ulm" } } });
  await ask(platform, "POST /v1/entity/contact", { body: { title: "Ada Lovelace", address: { city: "Bonn" } } });
  await ask(platform, "POST /v1/entity/account", { body: { title: "Adam Ries", address: { city: "Ulm" } } });
  return platform;
}

async function suggested(platform: Platform, query: string): Promise<unknown> {
  return (await ask(platform, `GET /v1/entity:autocomplete${query}`)).value.results;
}
