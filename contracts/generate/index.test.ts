import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assertOnlyAccepted,
  assertSameSeedSameValues,
  isSatisfiable,
  smallestOf,
} from "../../test/support/values/laws.ts";
import { type Entry, entryOf, platformEntries, tableEntries } from "../../test/support/values/table.ts";
import { type Direction, type Json, getAcceptor } from "../index.ts";
import { type SampleOptions, Unsatisfiable, createValues } from "./index.ts";

const table = await tableEntries();
const satisfiable = table.filter(({ isSatisfiable: has }) => has);
const unsatisfiable = table.filter(({ isSatisfiable: has }) => !has);
const satisfiableEntries: readonly Entry[] = [...(await platformEntries()), ...satisfiable];

const valid = ({ contract, schema, direction }: Entry): fc.Arbitrary<Json> =>
  createValues(contract, direction).valid(schema);
const sample = (entry: Entry, name: string, optional = false): Json | undefined =>
  createValues(entry.contract, entry.direction).sample(entry.schema, { name, optional });
const samples = ({ contract, schema, direction }: Entry, options: SampleOptions): Json | undefined =>
  createValues(contract, direction).sample(schema, options);
const accepts = ({ contract, schema, direction }: Entry): ((value: Json) => boolean) => {
  const acceptor = getAcceptor(contract, schema.pointer, direction);
  return (value) => acceptor(value);
};

describe("valid()", () => {
  it.each(satisfiableEntries)("produces and shrinks to valid values only: $name, $direction", (entry) => {
    assertOnlyAccepted(valid(entry), accepts(entry));
  });

  it.each(satisfiableEntries)("produces the same values from the same seed: $name, $direction", (entry) => {
    assertSameSeedSameValues(valid(entry));
  });

  it.each(satisfiableEntries)("shrinks to a small value: $name, $direction", (entry) => {
    expect(JSON.stringify(smallestOf(valid(entry))).length).toBeLessThan(400);
  });

  it.each(table.filter(({ direction, expected }) => direction === "request" && expected.smallest !== undefined))(
    "shrinks to the value in the table: $name",
    (entry) => {
      expect(smallestOf(valid(entry))).toEqual(entry.expected.smallest);
    },
  );

  it.each(unsatisfiable)("throws with the location: $name, $direction", (entry) => {
    const pointer = entry.schema.pointer;

    expect(() => fc.sample(valid(entry), 1)).toThrow(Unsatisfiable);
    expect(() => fc.sample(valid(entry), 1)).toThrow(`Cannot find a value for the schema at ${pointer}: `);
  });

  it.each([
    ["numbers/Crossed", 'at "" no number is within its bounds'],
    ["choices/TwoTypes", 'at "" nothing is allowed by all of its keywords'],
    ["objects/ImpossibleMember", 'at "/a" something must be, and nothing may'],
    ["recursion/Endless", 'what must be at "/again/again" leads back to itself without end'],
    ["recursion/EndlessList", 'what must be at "/0/0" leads back to itself without end'],
    [
      "strings/PatternOfNone",
      'none of 200 tried fits: the last one is wrong at "", expected text that matches ^a\\bb$',
    ],
    ["arrays/MoreThanThereAre", 'none of 200 tried fits: the last one is wrong at "", expected at least 3 items'],
    [
      "unions/Never",
      'none of 200 tried fits: the last one is wrong at "", expected a match with one alternative only (alternatives 1 and 2 match)',
    ],
  ])("throws for %s with the reason: %s", async (name, reason) => {
    const { contract, schema, direction } = await entryOf(name);

    expect(() => fc.sample(createValues(contract, direction).valid(schema), 1)).toThrow(
      new Unsatisfiable(`Cannot find a value for the schema at ${schema.pointer}: ${reason}`),
    );
  });

  it("omits members that only the other side sends", async () => {
    const [asked, answered] = await Promise.all([namesIn("request"), namesIn("response")]);

    expect(asked).toEqual(["name", "password"]);
    expect(answered).toEqual(["id", "name"]);

    async function namesIn(direction: Direction): Promise<string[]> {
      const accounts = fc.sample(valid(await entryOf("directions/Account", direction)), 50);
      return [...new Set(accounts.flatMap((account) => Object.keys(account as object)))].toSorted();
    }
  });

  it.each([
    ["choices/TextOrNull", (value: Json) => value === null],
    ["objects/Open", (value: Json) => !Object.hasOwn(value as object, "note")],
    ["arrays/OfIntegers", (value: Json) => (value as Json[]).length > 1],
    ["arrays/OptionalPair", (value: Json) => (value as Json[]).length === 1],
    ["strings/Free", (value: Json) => /[^ -~]/.test(value as string)],
    ["strings/DateTime", (value: Json) => !(value as string).endsWith("Z")],
    ["objects/PatternedFreely", (value: Json) => Object.keys(value as object).some((name) => name.startsWith("x-"))],
    ["unions/Pet", (value: Json) => (value as { kind: string }).kind === "dog"],
    ["unions/Grid", (value: Json) => (value as Json[])[0] === "f"],
    ["unions/Grid", (value: Json) => (value as Json[])[1] === "f"],
    ["recursion/Tree", (value: Json) => JSON.stringify(value).split("children").length > 3],
  ])("generates values for both outcomes of %s", async (name, isOne) => {
    const values = fc.sample(valid(await entryOf(name)), 200);

    expect(new Set(values.map(isOne))).toEqual(new Set([true, false]));
  });
});

describe("sample()", () => {
  it.each(satisfiableEntries)("is valid, with and without optional members: $name, $direction", (entry) => {
    for (const optional of [true, false]) {
      const value = sample(entry, "one", optional);

      expect(value).toBeDefined();
      expect(accepts(entry)(value as Json)).toBe(true);
    }
  });

  it.each(satisfiableEntries)("is the same for the same name: $name, $direction", (entry) => {
    expect(sample(entry, "one", true)).toEqual(sample(entry, "one", true));
  });

  it.each(["Free", "Anchored", "Unanchored", "Uuid", "Email", "Uri", "UriReference"])(
    "differs by name if the text may vary: %s",
    async (title) => {
      const entry = await entryOf(`strings/${title}`);
      const names = Array.from({ length: 20 }, (_, index) => `item ${index}`);

      expect(new Set(names.map((name) => sample(entry, name))).size).toBe(20);
    },
  );

  it("has optional members only on request", async () => {
    const nested = await entryOf("objects/Nested");

    expect(sample(nested, "team")).toEqual({ owner: { name: "Kenna Walter" } });
    expect(sample(nested, "team", true)).toEqual({ owner: { name: "Kenna Walter", age: 51 } });
    expect(sample(await entryOf("choices/TextOrNull"), "team", true)).toBe("ca8b2");
    expect(sample(await entryOf("old/NullableReference"), "team", true)).toEqual({ thing: { id: 1 } });
  });

  it.each([
    ["Shown", "an example"],
    ["ShownInside", { city: "Cologne", zip: "50667" }],
    ["ShownAsDefault", 25],
    ["OfAnotherType", 3],
  ])("is the documented example: %s", async (title, expected) => {
    expect(sample(await entryOf(`examples/${title}`), "one", true)).toEqual(expected);
  });

  it("ignores an example that is invalid against its own schema", async () => {
    expect(sample(await entryOf("examples/BreaksItsSchema"), "one")).toBe("769");
    expect(sample(await entryOf("examples/OfAnotherPart"), "one")).toEqual({ id: 1 });
  });

  it("imitates a given value: the same number of items, all different, and the same union branches", async () => {
    const entry = await entryOf("arrays/Board");
    const like = { columns: [{ title: "a" }, {}, { id: "own" }] };
    const { columns } = samples(entry, { name: "one", like }) as { columns: { id: string; title: string }[] };

    expect(columns).toHaveLength(3);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(3);
    expect(samples(await entryOf("unions/Pet"), { name: "one", like: { kind: "dog" } })).toEqual({ kind: "dog" });
    expect(samples(await entryOf("choices/TextOrNull"), { name: "one", like: "text" })).not.toBeNull();
    expect(samples(await entryOf("choices/TextOrNull"), { name: "one", like: null })).toBeNull();
  });

  it.each<[what: string, name: string, options: Partial<SampleOptions>, expected: Json]>([
    ["short, and called as it is", "strings/Free", { label: "shade_of_meaning" }, "shade of meaning 7692"],
    ["what the catalogue has for the name", "strings/Free", { label: "family_name" }, "Barrows"],
    ["one word where it tells a thing from others", "strings/Free", { label: "webhookId" }, "webhook_7692c3ad"],
    ["no longer than it may be", "choices/TextOrNull", { label: "family_name", optional: true }, "7692c"],
    [
      "what is shown in its place",
      "objects/Nested",
      { fallbackExample: { owner: { name: "Ada" } } },
      { owner: { name: "Ada" } },
    ],
    ["the schema's own example rather", "examples/Shown", { fallbackExample: "other" }, "an example"],
    ["not what is shown where that does not fit", "strings/Anchored", { fallbackExample: "?" }, "VJ-931"],
    [
      "the time that it is",
      "strings/DateTime",
      { time: "2030-01-01T00:00:00Z", fallbackExample: "2026-03-01T00:00:00Z" },
      "2030-01-01T00:00:00Z",
    ],
    ["the day that it is", "strings/Date", { time: "2030-01-01T00:00:00Z" }, "2030-01-01"],
  ])("of a string is %s: %s", async (_, name, options, expected) => {
    expect(samples(await entryOf(name), { name: "one", ...options })).toEqual(expected);
  });

  it.each(unsatisfiable)("is undefined if no value is valid: $name, $direction", (entry) => {
    expect(sample(entry, "one", true)).toBeUndefined();
  });
});

describe("the table of schemas", () => {
  it("states for every schema whether it has values", () => {
    expect(
      table.filter((entry) => isSatisfiable(valid(entry)) !== entry.isSatisfiable).map(({ name }) => name),
    ).toEqual([]);
  });
});
