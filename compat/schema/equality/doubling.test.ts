import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type Digest, createDigests } from "./digest.ts";
import { isNarrower } from "../bounds/narrower.ts";
import { type NormalTexts, createNormalTexts } from "../normal.ts";
import type { Place } from "../place.ts";

const DEPTH = 24;

const doubled: Readonly<Record<string, (below: Json) => Json>> = {
  not: (below) => ({ not: { anyOf: [below, { type: "object", properties: { a: below } }] } }),
  contains: (below) => ({ type: "array", prefixItems: [{ contains: below }], contains: below }),
  if: (below) => ({ if: below, then: below }),
  "properties of not": (below) => ({ not: { type: "object", properties: { next: below, other: below } } }),
};

/** Schema whose keyword refers twice to the next level, with readers that count the computed digests. */
function chain(
  level: (below: Json) => Json,
  maxLength: number,
): { readonly normal: NormalTexts; readonly place: Place } {
  const schemas: Record<string, Json> = { [`L${DEPTH}`]: { type: "string", maxLength } };
  for (let at = 0; at < DEPTH; at++) schemas[`L${at}`] = level({ $ref: `#/components/schemas/L${at + 1}` });
  const contract = compileInMemory({ components: { schemas } });
  const [digest] = createDigests([contract]) as readonly [Digest];
  const counted: Digest = (schema) => {
    computed++;
    return digest(schema);
  };
  const schema: JsonSchema = { $ref: "#/components/schemas/L0" };
  return { normal: createNormalTexts(contract, counted), place: { pointer: "", schema, basis: "stated" } };
}

let computed = 0;

describe("a schema that doubles at each level", () => {
  it.each(Object.keys(doubled))("is read once for each level, not once for each path: %s", (keyword) => {
    const level = doubled[keyword] as (below: Json) => Json;
    const [one, other] = [chain(level, 5), chain(level, 10)];
    computed = 0;
    const text = one.normal.ofPlaces([one.place]);
    isNarrower({ normal: one.normal, places: [one.place] }, { normal: other.normal, places: [other.place] });

    expect(computed).toBeLessThan(2_000);
    // Nested texts are hashes. Otherwise, the text would contain each level once for each path.
    expect(text.length).toBeLessThan(5_000);
  });
});
