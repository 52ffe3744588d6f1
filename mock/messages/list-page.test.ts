import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { type Contract, type Json, type JsonObject, type Schema, rolesOf, validatorOf } from "../../contracts/index.ts";
import { createPageWriter } from "./list-page.ts";
import { createRepresentations } from "../resources/representation.ts";

const contracts = await Promise.all(["library", "wrapped-nullable", "dot-json", "lists"].map(fixture));
const lists = contracts.flatMap(listsOf);

const books = fc.array(
  fc.record({
    id: fc.string(),
    title: fc.string(),
    created_at: fc.constant("2026-01-05T12:00:00.000Z"),
    updated_at: fc.constant("2026-01-05T12:00:00.000Z"),
    shelf_code: fc.string(),
  }),
);
const anyItem = fc.array(
  fc.record({
    id: fc.oneof(fc.string(), fc.integer()),
    number: fc.integer(),
    title: fc.jsonValue(),
    hidden: fc.boolean(),
  }),
  { maxLength: 5 },
) as fc.Arbitrary<JsonObject[]>;

describe("createPageWriter()", () => {
  it("writes valid pages whatever the store contains, and the same text each time", () => {
    expect(lists).toHaveLength(9);
    const law = fc.property(fc.constantFrom(...lists), anyItem, fc.nat(9), (list, values, total) => {
      const items = values.map((value) => ({ value }));
      const envelope: JsonObject = list.itemsProperty === undefined ? {} : { total };
      const text = textOf(list.write({ items, envelope }));
      expect(list.violationsOf(JSON.parse(text) as Json)).toEqual([]);
      expect(textOf(list.write({ items, envelope }))).toBe(text);
    });

    expect(() => fc.assert(law, { numRuns: 300 })).not.toThrow();
  });

  it("writes item by item the same text as all at once", () => {
    const [list] = lists as [(typeof lists)[number]];
    const law = fc.property(books, fc.nat(9), (values, total) => {
      const envelope = { total, has_more: false };
      const text = textOf(list.write({ items: values.map((value) => ({ value })), envelope }));
      expect(JSON.parse(text)).toEqual(list.atOnce({ ...envelope, results: values }));
    });

    expect(() => fc.assert(law)).not.toThrow();
  });

  it("writes a page again if an item, their number or the envelope differs", () => {
    const [list] = lists as [(typeof lists)[number]];
    const law = fc.property(fc.array(books, { minLength: 2, maxLength: 4 }), fc.nat(3), (versions, total) => {
      const [first] = versions[0] as JsonObject[];
      fc.pre(first !== undefined);
      const kept = { value: first };
      for (const [index, others] of versions.entries()) {
        const items = [kept, ...others.slice(1).map((value) => ({ value }))];
        const envelope = { total: total + (index >> 1), has_more: false };
        expect(JSON.parse(textOf(list.write({ items, envelope })))).toEqual(
          list.atOnce({ ...envelope, results: items.map(({ value }) => value) }),
        );
      }
    });

    expect(() => fc.assert(law)).not.toThrow();
  });
});

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

describe("a list", () => {
  it("omits items that its schema cannot represent", async () => {
    const platform = await platformOf("lists");
    for (const body of [{ number: 1 }, { number: 2, hidden: true }, { number: 3 }])
      await ask(platform, "POST /choosy", { body });

    expect((await ask(platform, "GET /choosy")).value).toEqual([{ number: 1 }, { number: 3 }]);
  });
});

function listsOf(contract: Contract) {
  const roles = rolesOf(contract);
  const representations = createRepresentations(contract, roles);
  return [...roles]
    .filter(([, { kind }]) => kind === "list")
    .map(([operation, role]) => ({
      itemsProperty: role.itemsProperty,
      write: createPageWriter(contract, operation, role, representations),
      atOnce: (known: JsonObject) => representations.answer(operation, known, { name: operation.id }),
      violationsOf: validatorOf(contract, (representations.schemaOf(operation) as Schema).pointer, "response"),
    }));
}
