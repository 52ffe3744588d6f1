import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, entryOf, platformEntries, tableEntries } from "../../../test/support/values/table.ts";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { type Direction, type Json, isObject } from "../../index.ts";
import { createValues, project } from "../index.ts";

type Project = (entry: Entry, value: Json) => Json;

const projected: Project = ({ contract, schema, direction }, value) =>
  project(contract, schema.value, value, direction);
const satisfiable = (await tableEntries()).filter(({ isSatisfiable }) => isSatisfiable);
const used: readonly Entry[] = [...(await platformEntries()), ...satisfiable];
// Some values require unexpected members, or members that only the other side sends.
const documented = used.filter(({ name }) => !/MoreThanSpokenOf|RequiredByReference/.test(name));

const valid = ({ contract, schema, direction }: Entry): fc.Arbitrary<Json> =>
  createValues(contract, direction).valid(schema);

describe("project()", () => {
  it.each(used)("changes nothing when applied again: $name, $direction", (entry) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, valid(entry)), (value) => {
        const once = projected(entry, value);

        expect(projected(entry, once)).toEqual(once);
      }),
      { numRuns: 10 },
    );
  });

  it.each(documented)("never drops a documented member: $name, $direction", (entry) => {
    for (const value of fc.sample(valid(entry), 10)) expect(projected(entry, value)).toEqual(value);
  });

  it.each(["Account", "ByReference", "List", "Map"])(
    "drops members that only the other side sends: directions/%s",
    async (title) => {
      for (const direction of ["request", "response"] as const)
        assertDropsMembersOfOtherSide(await entryOf(`directions/${title}`, direction), projected);
    },
  );

  it("violates its law if it keeps members that only the other side sends", async () => {
    const entry = await entryOf("directions/Account", "response");

    expect(() => assertDropsMembersOfOtherSide(entry, (_, value) => value)).toThrow("Property failed");
  });

  it.each<[name: string, value: Json, expected: Json]>([
    ["objects/Open", { id: 1, more: 2 }, { id: 1 }],
    ["objects/MapOfAnything", { id: 1, more: 2 }, { id: 1, more: 2 }],
    ["objects/Free", { id: 1 }, { id: 1 }],
    ["objects/Patterned", { "x-a": "a", "0": 1, other: 2 }, { "x-a": "a", "0": 1 }],
    ["objects/RequiredButNotSpokenOf", { id: 1, more: 2 }, { id: 1 }],
    ["objects/DangerousNames", JSON.parse('{ "__proto__": 1, "hasOwnProperty": 2 }'), JSON.parse('{ "__proto__": 1 }')],
    ["recursion/Tree", { label: "a", children: [{ label: "b", x: 1 }] }, { label: "a", children: [{ label: "b" }] }],
    ["unions/Pet", { kind: "dog", tricks: [], name: "Rex", x: 1 }, { kind: "dog", tricks: [] }],
    ["unions/Pet", { tricks: [], name: "Rex", x: 1 }, { tricks: [], name: "Rex" }],
    ["unions/Conditional", { country: "DE", plz: "1", zip: "2", x: 3 }, { country: "DE", plz: "1", zip: "2" }],
    ["arrays/UniqueObjects", [{ a: true, c: 1 }, 5], [{ a: true }, 5]],
    ["strings/Free", { a: 1 }, { a: 1 }],
  ])("for %s reduces %j to %j", async (name, value, expected) => {
    expect(projected(await entryOf(name), value)).toEqual(expected);
  });
});

describe("a union branch that does not match the value", () => {
  it.each<[value: Json, expected: Json]>([
    [
      { method: "debit", iban: "DE02", mandate: "m" },
      { method: "debit", iban: "DE02" },
    ],
    [
      { method: "card", holder: "Ada", mandate: "m" },
      { method: "card", holder: "Ada", mandate: "m" },
    ],
    [{ holder: "Ada", mandate: "m" }, { holder: "Ada" }],
  ])("does not change which members are kept: %j becomes %j", async (value, expected) => {
    expect(projected(await entryOf("unions/Payment", "response"), value)).toEqual(expected);
  });
});

describe("a member that is readOnly in one branch of a union", () => {
  it.each<[value: Json, expected: Json]>([
    [{ at: "2026-01-05", note: "n" }, { note: "n" }],
    [
      { at: 5, note: "n" },
      { at: 5, note: "n" },
    ],
  ])("is dropped from a request only if the value means that branch: %j becomes %j", (value, expected) => {
    const contract = contractOfSchema({
      properties: { at: { oneOf: [{ type: "string", readOnly: true }, { type: "integer" }] }, note: true },
    });

    expect(project(contract, { $ref: "#/components/schemas/S" }, value, "request")).toEqual(expected);
  });
});

/** Asserts that projected values have no member that only the other side sends. */
function assertDropsMembersOfOtherSide(entry: Entry, projecting: Project): void {
  const sent = valid({ ...entry, direction: "request" });
  const received = valid({ ...entry, direction: "response" });
  const other: Record<Direction, RegExp> = { request: /"id":/, response: /"(password|secret)":/ };
  fc.assert(
    fc.property(sent, received, (one, another) => {
      expect(JSON.stringify(projecting(entry, merged(one, another)))).not.toMatch(other[entry.direction]);
    }),
    { numRuns: 40 },
  );
}

function merged(one: Json, other: Json): Json {
  if (Array.isArray(one) && Array.isArray(other))
    return [...one, ...other].map((item) => merged(item, (other as Json[])[0] ?? item));
  if (!isObject(one) || !isObject(other)) return other;
  const mergedMembers = Object.entries(one).map(([name, value]) => [name, merged(value, other[name] ?? value)]);
  return { ...other, ...Object.fromEntries(mergedMembers) };
}
