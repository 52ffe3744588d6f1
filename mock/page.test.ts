import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, fixture, platformOf } from "../fixtures/mock/ask.ts";
import { type Contract, type JsonObject, type Operation, type Role, rolesOf } from "../contracts/index.ts";
import { createPageWriter } from "./page.ts";
import { createRepresentations } from "./resources/representation.ts";

describe("createPageWriter()", () => {
  it("writes item by item what it would write at once", async () => {
    const contracts = await Promise.all(["library", "wrapped-nullable", "dot-json", "lists"].map(fixture));
    const lists = contracts.flatMap(listsOf);
    const value = fc
      .record({
        id: fc.oneof(fc.string(), fc.integer()),
        number: fc.integer(),
        title: fc.oneof(fc.string(), fc.constant(null)),
        secret: fc.string(),
        hidden: fc.option(fc.boolean(), { nil: undefined }),
      })
      .map((all) => JSON.parse(JSON.stringify(all)) as JsonObject);
    const law = fc.property(
      fc.constantFrom(...lists),
      fc.array(value, { maxLength: 5 }),
      fc.nat(9),
      (list, values, total) => {
        const items = values.map((each) => ({ value: each }));
        const envelope: JsonObject = list.role.itemsProperty === undefined ? {} : { total };
        const first = list.write({ items, envelope });
        expect(JSON.parse(first)).toEqual(list.atOnce(values, envelope));
        expect(list.write({ items, envelope })).toBe(first);
      },
    );

    expect(lists).toHaveLength(9);
    expect(() => fc.assert(law, { numRuns: 300 })).not.toThrow();
  });
});

describe("a list", () => {
  it("shows each thing once where the contract says so", async () => {
    expect(await numbersIn("/distinct", [{ number: 1 }, { number: 2 }, { number: 1 }])).toEqual([1, 2]);
  });

  it("leaves out what cannot be shown in it", async () => {
    expect(await numbersIn("/choosy", [{ number: 1 }, { number: 2, hidden: true }, { number: 3 }])).toEqual([1, 3]);
  });
});

async function numbersIn(path: string, items: readonly JsonObject[]): Promise<number[]> {
  const platform = await platformOf("lists");
  for (const body of items) await ask(platform, `POST ${path}`, { body });
  return (await ask(platform, `GET ${path}`)).value.map(({ number }: { number: number }) => number);
}

function listsOf(contract: Contract) {
  const roles = rolesOf(contract);
  const representations = createRepresentations(contract, roles);
  return [...roles]
    .filter(([, { kind }]) => kind === "list")
    .map(([operation, role]: [Operation, Role]) => ({
      role,
      write: createPageWriter(contract, operation, role, representations),
      atOnce: (values: readonly JsonObject[], envelope: JsonObject) =>
        representations.answer(
          operation,
          role.itemsProperty === undefined ? values : { ...envelope, [role.itemsProperty]: values },
          operation.id,
        ),
    }));
}
