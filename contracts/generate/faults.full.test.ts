import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "../../test/support/contracts/platform.ts";
import {
  assertBreaksOnlyAtPointer,
  assertSameSeedSameValues,
  isSatisfiable,
  smallestOf,
} from "../../test/support/values/laws.ts";
import { type Entry, entryOf, platformEntries, tableEntries } from "../../test/support/values/table.ts";
import { type Json, validatorOf } from "../index.ts";
import { type Fault, createValues } from "./index.ts";

/** Number of faults of a schema that are tested each time. */
const MOST = isLong ? 60 : 12;

const table = await tableEntries();
const platform = await platformEntries();

const faultsOf = ({ contract, schema, direction }: Entry): readonly Fault[] =>
  createValues(contract, direction).faults(schema);
const found = (entry: Entry, maxFaults?: number): readonly Fault[] =>
  faultsOf(entry)
    .slice(0, maxFaults)
    .filter(({ arbitrary }) => isSatisfiable(arbitrary));
const labelOf = ({ pointer, keyword }: Fault): string => `${pointer} ${keyword}`.trim();

function reasonOf({ arbitrary }: Fault): string {
  try {
    fc.sample(arbitrary, 1);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

async function faultOf(name: string, label: string): Promise<Fault> {
  return found(await entryOf(name)).find((fault) => labelOf(fault) === label) as Fault;
}

describe("faults()", () => {
  it.each([...platform, ...table])(
    "break the labelled keyword at the labelled location only: $name, $direction",
    (entry) => {
      const validate = validatorOf(entry.contract, entry.schema.pointer, entry.direction);
      for (const fault of found(entry, MOST)) assertBreaksOnlyAtPointer(fault, validate);
    },
  );

  it.each(table.filter(({ expected }) => expected.faults))("are one for each used keyword: $name", (entry) => {
    expect(found(entry).map(labelOf)).toEqual(entry.expected.faults);
  });

  it.each(platform)("can all be generated for the contracts of the platform: $name, $direction", (entry) => {
    const unsatisfiableFaults = faultsOf(entry)
      .slice(0, isLong ? undefined : MOST)
      .filter(({ arbitrary }) => !isSatisfiable(arbitrary));

    // A value that breaks one branch of a union may be valid in another: a link with an invalid address is still a map
    // of strings.
    expect(
      unsatisfiableFaults.filter((fault) => !reasonOf(fault).endsWith("the last one fits all the same")).map(labelOf),
    ).toEqual([]);
  });

  it.each(table)("are the same for the same seed, and shrink to small values: $name", (entry) => {
    for (const { arbitrary } of found(entry).slice(0, 20)) {
      assertSameSeedSameValues(arbitrary);
      expect(JSON.stringify(smallestOf(arbitrary)).length).toBeLessThan(400);
    }
  });

  it.each([
    ["strings/Date", "format", /^"2025-02-30"$/],
    ["strings/Bounded", "maxLength", /^".{4}"$/u],
    ["strings/TwoCodePoints", "maxLength", /^"[😀-😎]{3}"$/u],
    ["numbers/Bounded", "maximum", /^8$/],
    ["numbers/Above53Bits", "minimum", /^9007199254740992$/],
    ["numbers/Cents", "multipleOf", /^0.005$/],
    ["choices/Enum", "enum", /^"DRAFT"$/],
    ["choices/Const", "const", /^"ready "$/],
    ["arrays/UniqueOverWholeEnum", "uniqueItems", /^\[("[a-d]"),"[a-d]","[a-d]",\1\]$/],
    ["objects/Closed", "additionalProperties", /^{"id":0,"unexpected_member":1}$/],
    ["objects/AtLeastTwo", "minProperties", /^{"a":-?\d+}$/],
  ])("of %s include nearly valid values: %s", async (name, label, nearlyValidTexts) => {
    const { arbitrary } = await faultOf(name, label);
    const values = [...fc.sample(arbitrary, 300), smallestOf(arbitrary)];

    expect(values.map((value) => JSON.stringify(value))).toContainEqual(expect.stringMatching(nearlyValidTexts));
  });

  it.each<[name: string, label: string, smallest: Json]>([
    ["objects/Closed", "required", {}],
    ["objects/Closed", "additionalProperties", { id: 0, unexpected_member: 1 }],
    ["objects/Nested", "/owner/age minimum", { owner: { name: "a", age: -1 } }],
    ["numbers/Cents", "maximum", 100.01],
    ["strings/Bounded", "maxLength", "aaaa"],
    ["arrays/Bounded", "maxItems", [false, false, false, false]],
    ["unions/Pet", "/tricks/0 type", { kind: "dog", tricks: [7] }],
    ["unions/Overlapping", "oneOf", 0],
    ["unions/NotRequired", "not", { a: 0, b: 0 }],
  ])("of %s shrink to a simple value: %s", async (name, label, smallest) => {
    expect(smallestOf((await faultOf(name, label)).arbitrary)).toEqual(smallest);
  });

  it("keep the member that identifies the branch of a union", async () => {
    const { arbitrary } = await faultOf("unions/QuietlyTelling", "/size type");

    expect(fc.sample(arbitrary, 20)).toContainEqual({ mode: "auto", size: "text" });
  });

  it("do not exist for a format that validators do not check", async () => {
    expect(faultsOf(await entryOf("strings/IdnEmail")).map(labelOf)).toEqual(["type"]);
  });

  it("are skipped after a few tries if another branch accepts the broken value", async () => {
    const unsatisfiableFaults = faultsOf(await entryOf("unions/Indistinct")).filter(
      ({ arbitrary }) => !isSatisfiable(arbitrary),
    );

    expect(unsatisfiableFaults.map(labelOf)).toEqual(["/size type", "/width type"]);
    expect(() => fc.sample((unsatisfiableFaults[0] as Fault).arbitrary, 1)).toThrow(
      'Cannot find a value for type broken at "/size" of the schema at /components/schemas/Indistinct: none of 40 tried fits: the last one fits all the same',
    );
  });

  it("are at most 200, sorted from the root of the schema down", async () => {
    const faults = faultsOf(await entryOf("recursion/Bushy"));
    const depths = faults.map(({ pointer }) => pointer.split("/").length);

    expect(faults).toHaveLength(200);
    expect(depths).toEqual(depths.toSorted((one, other) => one - other));
  });
});
