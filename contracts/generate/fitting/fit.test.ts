import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { isSatisfiable } from "../../../test/support/values/laws.ts";
import { type Entry, entryOf, platformEntries, tableEntries } from "../../../test/support/values/table.ts";
import { type Json, type JsonObject, type Schema, getAcceptor, isObject, locate, splitPointer } from "../../index.ts";
import { type MissingMembers, createValues, fit } from "../index.ts";

type Fit = (entry: Entry, value: Json) => Json;

const satisfiableEntries = [
  ...(await platformEntries()),
  ...(await tableEntries()).filter(({ isSatisfiable: has }) => has),
];

const valuesOf = ({ contract, direction }: Entry) => createValues(contract, direction);
const accepts = ({ contract, schema, direction }: Entry, value: Json): boolean =>
  getAcceptor(contract, schema.pointer, direction)(value);
const fitted: Fit = (entry, value) =>
  fit(entry.contract, entry.schema, value, entry.direction, (options) =>
    valuesOf(entry).sample(entry.schema, { name: "sample", ...options }),
  );
const sampleOf = (entry: Entry): Json | undefined => valuesOf(entry).sample(entry.schema, { name: "sample" });

/** Values with one invalid part, and values of any kind. */
function invalidValues(entry: Entry): fc.Arbitrary<Json> {
  const brokenValues = valuesOf(entry)
    .faults(entry.schema)
    .slice(0, 12)
    .map(({ arbitrary }) => arbitrary)
    .filter(isSatisfiable);
  return fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, ...brokenValues);
}

/** A response that shows some members of a request in another form, as those of many vendors do. */
const charge: JsonObject = {
  type: "object",
  required: ["lines"],
  properties: {
    cost: {
      anyOf: [
        {
          type: "object",
          required: ["rate", "total"],
          properties: { rate: { type: "string" }, total: { type: "integer", minimum: 1 } },
        },
        { type: "null" },
      ],
    },
    lines: {
      type: "object",
      required: ["data", "total"],
      properties: { data: { type: "array", items: {} }, total: { type: "integer", minimum: 1 } },
    },
    state: { type: "string", enum: ["on", "off"] },
    note: { type: "string" },
  },
};

describe("fit()", () => {
  it.each(satisfiableEntries)(
    "returns a valid value, and changes nothing when applied again: $name, $direction",
    (entry) => {
      fc.assert(
        fc.property(invalidValues(entry), (value) => {
          const result = fitted(entry, value);

          expect(accepts(entry, result)).toBe(true);
          expect(fitted(entry, result)).toBe(result);
        }),
        { numRuns: 15 },
      );
    },
  );

  it.each(satisfiableEntries)("returns a valid value unchanged: $name, $direction", (entry) => {
    const values = fc.sample(valuesOf(entry).valid(entry.schema), 5);

    expect(values.every((value) => fitted(entry, value) === value)).toBe(true);
  });

  it.each(["Open", "Closed", "Nested", "Escaped", "DangerousNames", "ClosedLater", "MapOfNumbers"])(
    "keeps every valid member: objects/%s",
    async (title) => assertKeepsOtherMembers(await entryOf(`objects/${title}`), fitted),
  );

  it("violates its law if it removes a valid member", async () => {
    const entry = await entryOf("objects/Closed");

    await expect(assertKeepsOtherMembers(entry, (at) => sampleOf(at) as Json)).rejects.toThrow("Property failed");
  });

  it.each<[name: string, value: Json, expected: Json]>([
    ["objects/Closed", { id: 7, note: "kept", size: 1, "a/b": 2 }, { id: 7, note: "kept" }],
    ["objects/Closed", { id: "seven", note: "kept" }, { id: 1, note: "kept" }],
    ["objects/Closed", { note: "kept" }, { id: 1, note: "kept" }],
    ["objects/ClosedLater", { a: 5, b: 6, c: 7 }, { a: 5, b: 6 }],
    ["objects/Nested", { owner: { age: 3 } }, { owner: { name: "Izaiah VonRueden", age: 3 } }],
    [
      "objects/DangerousNames",
      JSON.parse('{ "__proto__": 5, "required": "x" }'),
      JSON.parse('{ "__proto__": 5, "constructor": 1, "required": 1 }'),
    ],
    ["objects/AtMostOne", { a: 1, b: 2 }, { a: 1 }],
    ["arrays/OfIntegers", [1, "two", 3, null, 5], [1, 3, 5]],
    ["arrays/Bounded", [true, false, true, true], [true, true, true]],
    ["arrays/Bounded", [true, "no"], [true, true]],
    [
      "arrays/Board",
      { columns: [{ title: "a" }, { title: "b" }, { title: "c", id: "own" }] },
      {
        columns: [
          { title: "a", id: "column_81dac8ee" },
          { title: "b", id: "column_ce33fb61" },
          { title: "c", id: "own" },
        ],
      },
    ],
    [
      "recursion/Tree",
      { label: "a", children: [{ label: "b" }, { label: 3 }, { label: "d", children: [7] }] },
      { label: "a", children: [{ label: "b" }, { label: "label 7eb8" }, { label: "d", children: [] }] },
    ],
    ["unions/Pet", { kind: "cat", name: 5, colour: "red" }, { kind: "cat", name: "name 72b8", colour: "red" }],
    ["unions/Pet", { kind: "dog", tricks: 5 }, { kind: "dog" }],
    ["unions/Payment", { method: "card" }, { method: "card", holder: "holder 9001" }],
    ["unions/Unnamed", { latitude: 5 }, { latitude: 5, longitude: -0.0987, label: "Spring contact" }],
    ["unions/Unnamed", { label: "Here", city: 5 }, { label: "Here", city: 5, latitude: 51.5174, longitude: -0.0987 }],
    ["unions/Conditional", { country: "US" }, { country: "US", zip: "02108" }],
    ["unions/UnionInside", { value: [1, "two"] }, { value: [1] }],
    ["arrays/OfClosed", [{ id: 1, more: 2 }, { more: 2 }, { id: 3 }], [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ["strings/Free", 5, "text af2b"],
  ])("for %s changes %j to %j", async (name, value, expected) => {
    expect(fitted(await entryOf(name), value)).toEqual(expected);
  });

  it("generates each sample once, however many parts are invalid", async () => {
    const entry = await entryOf("arrays/OfClosed");
    const value = Array.from({ length: 200 }, (_, id) => (id % 2 === 0 ? { id } : 5));
    let sampleCount = 0;
    const result = fit(entry.contract, entry.schema, value, entry.direction, (options) => {
      sampleCount++;
      return valuesOf(entry).sample(entry.schema, { name: "sample", ...options });
    });

    expect(accepts(entry, result)).toBe(true);
    expect(result).toHaveLength(100);
    expect(sampleCount).toBeLessThanOrEqual(3);
  });

  it("returns the sample for an array with too many invalid parts", async () => {
    const entry = await entryOf("arrays/OfClosed");
    const list = (length: number): Json => [...Array.from({ length }, () => "wrong"), { id: 1 }];

    expect(fitted(entry, list(900))).toEqual([{ id: 1 }]);
    const result = fitted(entry, list(3000));
    expect(accepts(entry, result)).toBe(true);
    expect(result).not.toEqual([{ id: 1 }]);
  });

  it.each<[what: string, value: JsonObject, expected: JsonObject]>([
    ["lacks members of a nullable object", { cost: { rate: "r1" } }, { cost: { rate: "r1", total: 1 } }],
    ["has a list instead of an object", { lines: [{ sku: "a" }] }, { lines: { data: [], total: 1 } }],
    ["has an object instead of a text", { state: { requested: true } }, { state: "on" }],
    ["has an optional member of a wrong type", { note: 5 }, {}],
  ])("generates only what is missing if a value %s", (_, value, expected) => {
    const contract = contractOfSchema(charge);
    const pointer = "/components/schemas/S";
    const schema: Schema = { at: locate(contract, pointer), pointer, value: charge, basis: "stated" };
    const valid: JsonObject = { lines: { data: [], total: 1 } };
    const generated: (MissingMembers | undefined)[] = [];
    const result = fit(contract, schema, { ...valid, ...value }, "response", (options) => {
      generated.push(options.missing);
      return createValues(contract, "response").sample(schema, { name: "sample", ...options });
    });

    expect(result).toEqual({ ...valid, ...expected });
    expect(generated.map((missing) => missing && [...missing.keys()])).toEqual(
      Object.keys(expected).length > 0 ? [Object.keys(expected)] : [],
    );
  });

  it("returns the value unchanged if no value is valid", async () => {
    expect(fitted(await entryOf("recursion/Endless"), { again: 1 })).toEqual({ again: 1 });
  });
});

/** Asserts that the other members stay unchanged if one is broken or unexpected. */
async function assertKeepsOtherMembers(entry: Entry, fitting: Fit): Promise<void> {
  const faults = valuesOf(entry)
    .faults(entry.schema)
    .filter(({ pointer, arbitrary }) => pointer !== "" && isSatisfiable(arbitrary));
  const whole = valuesOf(entry).valid(entry.schema) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(
      fc.constantFrom(...faults).chain(({ pointer, arbitrary }) => fc.tuple(fc.constant(pointer), arbitrary)),
      whole,
      ([pointer, wrong], value) => {
        const [name = ""] = splitPointer(pointer);
        const others = Object.entries(value).filter(([key]) => key !== name);
        const member = isObject(wrong) ? (wrong[name] as Json) : null;
        const result = fitting(entry, Object.fromEntries([...others, [name, member]])) as JsonObject;

        expect(others.filter(([key]) => Object.hasOwn(result, key)).map(([key]) => [key, result[key]])).toEqual(others);
      },
    ),
    { numRuns: 60 },
  );
}
