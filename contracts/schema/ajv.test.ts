import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { getAcceptor } from "./validator.ts";

const S = "/components/schemas/S";
describe("loadAjv()", () => {
  it("compares members with any name", () => {
    const memberName = fc.constantFrom("toString", "valueOf", "constructor", "__proto__", "a");
    const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    const objects = fc.dictionary(memberName, value, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

    fc.assert(
      fc.property(objects, objects, (one, other) => {
        const accepts = getAcceptor(contractOfSchema({ items: { const: one }, uniqueItems: true }), S, "request");
        expect([accepts([one]), accepts([one, one])]).toEqual([true, false]);
        expect(accepts([other])).toBe(canonicalJson(one) === canonicalJson(other));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
