import type { ComparedSchemas } from "../compared-schemas.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonSchema, acceptedByAll, limitMatches } from "../../../contracts/index.ts";
import { smallPairs, smallValues } from "../../../test/support/compat/small-schemas.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { isLong } from "../../../test/support/contracts/platform.ts";
import { type Digest, createDigests } from "../equality/digest.ts";
import { isNarrower, relateSchemas } from "./narrower.ts";
import { createNormalTexts } from "../normal.ts";

const contract = compileInMemory({ openapi: "3.1.0", info: { title: "ComparedSchemas", version: "1" }, paths: {} });
const [digest] = createDigests([contract]) as readonly [Digest];
const normal = createNormalTexts(contract, digest);

const comparedSchemas = (schema: JsonSchema): ComparedSchemas => ({
  places: [{ pointer: "", schema, basis: "stated" }],
  normal,
});

const fits = (schema: JsonSchema, value: Json): boolean | undefined =>
  acceptedByAll(contract, [schema], "request", value);

describe("isNarrower()", () => {
  it("is true only if each value of one schema is valid for the other", () => {
    fc.assert(
      fc.property(smallPairs, ([one, other]) => {
        fc.pre(isNarrower(comparedSchemas(one), comparedSchemas(other)));
        const shown = smallValues.filter((value) => fits(one, value) === true && fits(other, value) === false);
        expect(shown.slice(0, 3)).toEqual([]);
      }),
      { numRuns: isLong ? 5000 : 150, maxSkipsPerRun: 1000 },
    );
  });
});

describe("texts of createNormal()", () => {
  it("are equal only for schemas that accept the same values", () => {
    fc.assert(
      fc.property(smallPairs, ([one, other]) => {
        fc.pre(normal.ofSchema(one) === normal.ofSchema(other));
        const shown = smallValues.filter((value) => fits(one, value) !== fits(other, value));
        expect(shown.slice(0, 3)).toEqual([]);
      }),
      { numRuns: isLong ? 5000 : 150, maxSkipsPerRun: 1000 },
    );
  });
});

describe("relateSchemas()", () => {
  it("is not certain after too many alternatives, and never equates different schemas", () => {
    const own = createNormalTexts(contract, digest);
    const product = (name: string, last: string): JsonSchema => ({
      allOf: Array.from({ length: 6 }, (_, factor) => ({
        anyOf: [1, 2, 3].map((branch) => ({
          type: "object",
          required: [`${name}${factor}${branch}`],
          properties: { [`${name}${factor}${branch}`]: { type: factor === 5 ? last : "string" } },
        })),
      })),
    });
    const wholeOf = (last: string): ComparedSchemas => {
      const properties = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, product(name, last)]));
      return { places: [{ pointer: "", schema: { properties }, basis: "stated" }], normal: own };
    };

    limitMatches(
      () => {
        expect(relateSchemas(wholeOf("string"), wholeOf("number"))).toEqual({ isNarrower: false, isCut: true });
        expect(own.isExhausted()).toBe(true);
        expect(relateSchemas(wholeOf("string"), wholeOf("string"))).toEqual({ isNarrower: true, isCut: false });
      },
      { left: 10_000_000 },
    );
  });
});
