import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { assertIsLabelled, isSatisfiable } from "../../../test/support/values/laws.ts";
import { type Entry, entryOf, platformEntries, tableEntries } from "../../../test/support/values/table.ts";
import { type JsonSchema, type Schema, loadContract, validatorOf } from "../../index.ts";
import { getBuilder } from "../builder.ts";
import { type Boundaries, type Boundary, canonicalJson, createValues } from "../index.ts";
import { listBoundaries as boundariesIn } from "./boundaries.ts";

const entries: readonly Entry[] = [...(await platformEntries()), ...(await tableEntries())];

const boundariesOf = ({ contract, schema, direction }: Entry): Boundaries =>
  createValues(contract, direction).boundaries(schema);
const boundaryText = ({ fits, pointer, label, keyword, value }: Boundary): string =>
  `${pointer} ${label}: ${JSON.stringify(value)}${fits ? "" : `, ${keyword}`}`.trim();

async function describeBoundaries(name: string): Promise<string[]> {
  return boundariesOf(await entryOf(name))
    .found.filter(({ label }) => !label.endsWith("in its place"))
    .map(boundaryText);
}

describe("boundaries()", () => {
  it.each(entries)("have correct labels, and valid values come first: $name, $direction", (entry) => {
    const validate = validatorOf(entry.contract, entry.schema.pointer, entry.direction);
    const { found } = boundariesOf(entry);
    for (const boundary of found) assertIsLabelled(boundary, validate);

    expect(found.map(({ fits }) => fits)).toEqual(
      found.map(({ fits }) => fits).toSorted((one, other) => Number(other) - Number(one)),
    );
    expect(new Set(found.map(({ value }) => canonicalJson(value))).size).toBe(found.length);
  });

  it.each(entries)(
    "have an invalid value, or a reason for its absence, for each keyword: $name, $direction",
    (entry) => {
      const { found, missing } = boundariesOf(entry);
      const known = new Set(
        [...found.filter(({ fits }) => !fits), ...missing].map(({ pointer, keyword = "" }) => `${pointer} ${keyword}`),
      );
      const isCut = missing.some(({ reason }) => reason.startsWith("there are 500"));
      const errorMessages = createValues(entry.contract, entry.direction)
        .faults(entry.schema)
        .filter(({ pointer, keyword }) => !known.has(`${pointer} ${keyword}`));

      expect(isCut ? [] : errorMessages).toEqual([]);
    },
  );

  it("rethrow each error of the validator", () => {
    const value: JsonSchema = { type: "object", properties: { a: { not: { const: 7 } } }, required: ["a"] };
    let calls = 0;
    const boundariesFailingAt = (failing: number): Boundaries => {
      const contract = contractOfSchema(value);
      const pointer = "/components/schemas/S";
      const schema: Schema = { pointer, at: { file: "s.yaml", line: 1, pointer }, basis: "stated", value };
      const validate = validatorOf(contract, pointer, "request");
      calls = 0;
      return boundariesIn(getBuilder(contract, "request"), schema, (each) => {
        if (++calls === failing) throw new TypeError("a bug");
        return validate(each);
      });
    };
    boundariesFailingAt(0);
    const all = calls;

    expect(all).toBeGreaterThan(10);
    for (let failing = 1; failing <= all; failing++)
      expect(() => boundariesFailingAt(failing), `call ${failing} of ${all}`).toThrow(new TypeError("a bug"));
  });

  it("are the same for each call and for each copy of the document", async () => {
    const entry = await entryOf("unions/Conditional");
    const copy = { ...entry, contract: await loadContract(entry.contract.file) };

    expect(boundariesOf(copy)).toEqual(boundariesOf(entry));
  });

  it.each(entries.filter(({ name }) => !name.startsWith("recursion/")).slice(0, 60))(
    "include a valid value for each location that has one: $name, $direction",
    (entry) => {
      const values = createValues(entry.contract, entry.direction).valid(entry.schema);

      expect(boundariesOf(entry).found.some(({ fits }) => fits)).toBe(isSatisfiable(values));
    },
  );

  it("are found in a limited number of steps, even for a large schema", () => {
    const value: JsonSchema = { maxProperties: 150, additionalProperties: { type: "integer" } };
    const contract = contractOfSchema(value);
    const pointer = "/components/schemas/S";
    const schema: Schema = { pointer, at: { file: "s.yaml", line: 1, pointer }, basis: "stated", value };
    const validate = validatorOf(contract, pointer, "request");
    let validity = 0;
    boundariesIn(getBuilder(contract, "request"), schema, (each) => {
      validity += 1;
      return validate(each);
    });

    expect(validity).toBeLessThan(2_000);
  });

  it("of numbers are the bounds and the next numbers", async () => {
    expect(await describeBoundaries("numbers/Bounded")).toEqual([
      "least: 3",
      "next to the least: 4",
      "greatest: 7",
      "next to the greatest: 6",
      "below the least: 2, minimum",
      "above the greatest: 8, maximum",
      "0: 0, minimum",
      "1: 1, minimum",
      "-1: -1, minimum",
      "a fraction: 3.5, type",
    ]);
    expect(await describeBoundaries("numbers/Threes")).toEqual([
      "least: 12",
      "next to the least: 15",
      "a large one: 9007199254740990",
      "below the least: 9, minimum",
      "0: 0, minimum",
      "1: 1, minimum",
      "-1: -1, minimum",
      "between two multiples: 13, multipleOf",
    ]);
    expect(await describeBoundaries("numbers/Above53Bits")).toContain("below the least: 9007199254740992, minimum");
    expect(await describeBoundaries("numbers/Cents")).toContain("between two multiples: 0.005, multipleOf");
  });

  it("of strings are the lengths in code points, and texts that a format nearly accepts", async () => {
    expect(await describeBoundaries("strings/TwoCodePoints")).toContainEqual(
      expect.stringMatching(/^one character too many: "[😀-😎]{3}", maxLength$/u),
    );
    expect(await describeBoundaries("strings/Bounded")).toContain('longest, of wide characters: "😀😀😀"');
    expect(await describeBoundaries("strings/Date")).toContain('no date: "2025-02-30": "2025-02-30", format');
  });

  it("of arrays are the item counts", async () => {
    expect(await describeBoundaries("arrays/Bounded")).toEqual([
      "fewest items: [true,true]",
      "most items: [true,true,true]",
      "/0 false: [false,true]",
      "empty: [], minItems",
      "of one item: [true], minItems",
      "one item too many: [true,true,true,true], maxItems",
    ]);
  });

  it("of objects include objects with and without each member, and with null as its value", async () => {
    expect(await describeBoundaries("objects/AtLeastTwo")).toEqual(
      expect.arrayContaining([
        'with nothing that may be left out: {"a":1,"b":1}',
        'with all that may be left out: {"a":1,"b":1,"c":1}',
        'without "a": {"b":1,"c":1}',
        "minProperties broken: {}, minProperties",
      ]),
    );
    const { found } = boundariesOf(await entryOf("choices/TextOrNull"));

    expect(found.map(boundaryText)).toContain("null: null");
    expect(boundariesOf(await entryOf("strings/Free")).found.map(boundaryText)).toContain(
      "null in its place: null, type",
    );
  });

  it("are at most 500, with a list of the missing ones", async () => {
    const { found, missing } = boundariesOf(await entryOf("recursion/Bushy"));

    expect(found.length).toBeGreaterThanOrEqual(500);
    expect(missing.map(({ reason }) => reason)).toContain(
      "there are 500 values already: neither this place nor any further down",
    );
    expect(boundariesOf(await entryOf("recursion/Tree")).missing).toContainEqual({
      pointer: "/children/0/children/0",
      reason: "nothing below it: that is more than 4 levels deep",
    });
  });

  it("give the reason for a fault without a value: another branch accepts the value", async () => {
    expect(boundariesOf(await entryOf("unions/Indistinct")).missing).toContainEqual({
      pointer: "/size",
      keyword: "type",
      reason:
        'Cannot find a value for type broken at "/size" of the schema at /components/schemas/Indistinct: none of 40 tried fits: the last one fits all the same',
    });
  });
});
