import { describe, expect, it } from "vitest";
import type { Json } from "../../model/json.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { getAcceptor, compiledCount, validatorOf } from "../validator.ts";

const many = 50_000;

function contractOf(schema: Json) {
  return compileInMemory({ paths: {}, components: { schemas: { S: schema } } } as never);
}

const union = {
  anyOf: [{ type: "object", required: ["a"] }, { type: "object", required: ["b"] }, { type: "integer" }],
};

describe("a value with too many violations", () => {
  it.each<[string, Json, (index: number) => Json, RegExp]>([
    ["items of another type", { items: { type: "string" } }, () => 1, /^a string$/],
    ["items without a member", { items: { type: "object", required: ["sku"] } }, () => ({}), /^the property "sku"$/],
    ["items outside an enum", { items: { enum: ["a", "b"] } }, () => "c", /^one of "a", "b"$/],
    ["items of no branch", { items: union }, () => ({}), /./],
    ["items that are forbidden", { items: false }, () => 1, /^nothing at all$/],
  ])("is rejected with the first violation only: %s", (_, schema, item, expected) => {
    const value = Array.from({ length: many }, (_each, index) => item(index));
    const contract = contractOf(schema);
    const found = validatorOf(contract, "/components/schemas/S", "request")(value);

    expect(found).toEqual([expect.objectContaining({ pointer: "/0", isFirst: true })]);
    expect(found[0]?.expected).toMatch(expected);
    expect(getAcceptor(contract, "/components/schemas/S", "request")(value)).toBe(false);
  });

  it("is accepted if all errors are those of branches that do not apply", () => {
    const contract = contractOf({ items: union });
    const value = Array.from({ length: many }, () => 1);

    expect(validatorOf(contract, "/components/schemas/S", "request")(value)).toEqual([]);
    expect(getAcceptor(contract, "/components/schemas/S", "request")(value)).toBe(true);
  });

  it("is listed whole below the limit, and needs no second validator then", () => {
    const contract = contractOf({ items: { type: "string" } });
    const found = validatorOf(contract, "/components/schemas/S", "request")(Array.from({ length: 5000 }, () => 1));

    expect([found.length, found.some(({ isFirst }) => isFirst), compiledCount(contract)]).toEqual([5000, false, 1]);
  });

  it("does not change texts of a schema that look like the code of a validator", () => {
    const contract = contractOf({ properties: { 'errors++ "': { const: "errors++" } }, required: ['errors++ "'] });
    const validate = validatorOf(contract, "/components/schemas/S", "request");

    expect(validate({ 'errors++ "': "errors++" })).toEqual([]);
    expect(validate({})).toMatchObject([{ expected: 'the property "errors++ ""' }]);
  });
});
