import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixture, noon, ownContracts } from "../../test/support/mock/ask.ts";
import { type Contract, type Json, type Operation, rolesOf, validatorOf, singular } from "../../contracts/index.ts";
import { type Representations, createRepresentations } from "./representation.ts";
import type { Answer, Call } from "../calls/call.ts";
import { createMemoryStore } from "../state/memory.ts";
import { createHandler } from "./create.ts";
import { type StoredRole, findStoredRoles } from "./stored-role.ts";
import type { OperationRole, ResourceContext } from "./resource-context.ts";

describe("answer()", () => {
  it("returns a valid body for any known value", async () => {
    const contracts = [...(await ownContracts()), await fixture("library"), await fixture("wrapped-nullable")];
    const cases = contracts.flatMap((contract) => {
      const representations = representationsOf(contract);
      return contract.operations.map((operation) => ({ contract, operation, representations }));
    });
    const law = fc.property(
      fc.constantFrom(...cases),
      fc.jsonValue(),
      ({ contract, operation, representations }, known) => {
        const schema = representations.schemaOf(operation);
        const answer = representations.answer(operation, known as Json, { name: "name" });
        if (schema) expect(validatorOf(contract, schema.pointer, "response")(answer)).toEqual([]);
        expect(representations.answer(operation, answer, { name: "other name" })).toEqual(answer);
      },
    );

    expect(() => fc.assert(law, { numRuns: 500 })).not.toThrow();
  });
});

describe("answer() of a value that is known to fit", () => {
  it("returns that value unchanged if the operation has the same schema", async () => {
    const contract = await fixture("library");
    const representations = representationsOf(contract);
    const [getBook, createBook, getNote] = ["getBook", "createBook", "getNote"].map((id) => named(contract, id));
    const value = { nothing: "that a book has" };
    const fitting = { value, form: representations.formOf(getBook as Operation) as string };
    const answer = (operation: unknown, given: Json) =>
      representations.answer(operation as Operation, given, { name: "name", fitting });

    expect(answer(getBook, value)).toBe(value);
    expect(answer(createBook, value)).toBe(value);
    expect(answer(getBook, { ...value })).not.toEqual(value);
    expect(answer(getNote, value)).not.toEqual(value);
  });

  it("receives the value from the handler that created the item, and computes nothing", async () => {
    const contract = await fixture("library");
    const roles = findStoredRoles(contract, []);
    const [create, read] = ["createBook", "getBook"].map((id) => {
      const operation = named(contract, id);
      return { operation, role: roles.get(operation) as StoredRole };
    }) as [OperationRole, OperationRole];
    const representations = representationsOf(contract);
    const context = {
      contract,
      ...create,
      representations,
      strictAssumed: false,
      reader: read,
      presenter: read,
      shower: read,
    };
    const call = {
      input: { parameters: {}, body: { title: "Emma" } },
      store: createMemoryStore(),
      world: { organization: "acme", faults: {} },
      now: noon,
      seed: "seed",
    };
    const answer = (await createHandler(context as unknown as ResourceContext)(call as unknown as Call)) as Answer;
    const { value = null, fitting } = answer;

    expect(fitting?.value).toBe(value);
    expect(representations.answer(create.operation, value, { name: "name", fitting })).toBe(value);
  });
});

describe("example()", () => {
  it("returns the documented example, or a generated one that never changes", async () => {
    const contract = await fixture("library");
    const representations = representationsOf(contract);

    expect(representations.example(named(contract, "lendBook"), "a")).toEqual({ until: "2026-02-01" });
    expect(representations.example(named(contract, "getBook"), "a")).toEqual(
      representations.example(named(contract, "getBook"), "a"),
    );
    expect(representations.example(named(contract, "getBook"), "a")).not.toEqual(
      representations.example(named(contract, "getBook"), "b"),
    );
  });
});

describe("stamp()", () => {
  it("sets the time of creation only once", async () => {
    const contract = await fixture("library");
    const { withTimes: stamp } = representationsOf(contract);
    const now = new Date(noon);
    const by = named(contract, "createBook");

    expect(stamp(named(contract, "getBook"), { title: "A" }, { now, isNew: true, by })).toEqual({
      title: "A",
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    expect(stamp(named(contract, "getBook"), { created_at: "x" }, { now, isNew: false, by })).toEqual({
      created_at: "x",
      updated_at: now.toISOString(),
    });
    expect(stamp(named(contract, "getNote"), { text: "A" }, { now, isNew: true, by })).toEqual({ text: "A" });
  });
});

describe("singular()", () => {
  it.each([
    ["/v2/metering/readings", "reading"],
    ["/v1/entity/schemas/capabilities", "capability"],
    ["/books/{book_id}/notes", "note"],
    ["/accounts/{account}/phone-numbers", "phone_number"],
    ["/{id}", "item"],
  ])("returns for %s the noun %s", (collection, name) => {
    expect(singular(collection)).toBe(name);
  });
});

function representationsOf(contract: Contract): Representations {
  return createRepresentations(contract, rolesOf(contract));
}

function named(contract: Contract, id: string): Operation {
  return contract.operations.find((operation) => operation.id === id) as Operation;
}
