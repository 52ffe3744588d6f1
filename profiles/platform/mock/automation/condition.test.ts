import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { isConditionTrue } from "./condition.ts";

const event: JsonObject = {
  event_name: "contract.signed",
  payload: { signed_by: "ada@mail.example", value: 12, tags: ["new"], note: "", at: "2026-03-02" },
};

const condition = (attribute: string, operator: string, ...values: Json[]): JsonObject => ({
  id: "c",
  statements: [{ source: { originType: "event", attribute }, operator, values }],
});

const cases: [string, string, Json[], boolean][] = [
  ["event_name", "equals", ["contract.signed"], true],
  ["event_name", "equals", ["other", "contract.signed"], true],
  ["event_name", "equals", [], false],
  ["payload.value", "equals", ["12"], false],
  ["payload.value", "not_equals", [12, 13], false],
  ["payload.value", "not_equals", [13, 14], true],
  ["payload.none", "not_equals", [13], true],
  ["payload.signed_by", "contains", ["@mail"], true],
  ["payload.tags", "contains", ["new"], true],
  ["payload.tags", "contains", ["ne"], false],
  ["payload.value", "greater_than", [11], true],
  ["payload.value", "greater_than", [12], false],
  ["payload.value", "greater_than", ["1"], false],
  ["payload.at", "less_than", ["2026-04-01"], true],
  ["payload.note", "is_empty", [], true],
  ["payload.none.deeper", "is_empty", [], true],
  ["payload.signed_by", "is_not_empty", [], true],
  ["payload.__proto__", "is_empty", [], true],
];

describe("isConditionTrue()", () => {
  it.each(cases)("evaluates the statement %s %s %j as %s", (attribute, operator, values, expected) => {
    expect(isConditionTrue(condition(attribute, operator, ...values), event)).toBe(expected);
  });

  it("requires all statements to be true, and ignores those that are not about the event", () => {
    const told = fc.array(fc.constantFrom(...cases), { maxLength: 5 });
    fc.assert(
      fc.property(told, (chosen) => {
        const statements = chosen.flatMap(([attribute, operator, values]) => [
          ...(condition(attribute, operator, ...values)["statements"] as Json[]),
          { source: { originType: "action", attribute }, operator, values: [] },
        ]);
        expect(isConditionTrue({ id: "c", statements }, event)).toBe(chosen.every(([, , , expected]) => expected));
      }),
    );
  });
});
