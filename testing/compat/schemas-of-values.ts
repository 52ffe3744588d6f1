import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { Json, JsonObject } from "../../contracts/index.ts";

/** Values of every type, and all that schemas here speak of. */
const universe: readonly Json[] = [null, true, false, 0, 1, 1.5, "a", "b", "c", [], {}];

const type = fc.constantFrom<Json>("null", "boolean", "integer", "number", "string", "array", "object");
const types = fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }));
const value = fc.oneof(fc.constantFrom<Json>("a", "b", "c", null, 1), fc.constantFrom(...universe));
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) });

/** One keyword, or two beside each other. */
const flat = fc
  .record({ type: types, enum: values, const: value })
  .chain((all) => fc.subarray(Object.entries(all), { minLength: 1, maxLength: 2 }))
  .map((some): JsonObject => Object.fromEntries(some));
const denied = fc.oneof(
  { weight: 4, arbitrary: flat },
  { weight: 1, arbitrary: flat.map((not): JsonObject => ({ not })) },
  { weight: 1, arbitrary: fc.array(flat, { minLength: 2, maxLength: 2 }).map((anyOf): JsonObject => ({ anyOf })) },
);
const said = fc
  .tuple(flat, denied, fc.nat(4))
  .map(([own, not, kind]): JsonObject => (kind > 1 ? own : kind === 1 ? { not } : { ...own, not }));

/** Schemas that tell values apart by what these are: by type, enum, const and not, and unions of such. */
export const schemasOfValues: fc.Arbitrary<JsonObject> = fc
  .tuple(said, fc.array(said, { minLength: 1, maxLength: 3 }), fc.nat(5))
  .map(([own, all, kind]): JsonObject => {
    if (kind > 2) return own;
    return kind === 0 ? { ...own, anyOf: all } : { [kind === 1 ? "anyOf" : "allOf"]: all };
  });

const ajv = new Ajv2020({ strict: false });

/** The values that fit a schema, by their texts. */
export function fitting(schema: JsonObject): readonly string[] {
  const fits = ajv.compile(schema);
  return universe.filter((one) => fits(one)).map((one) => JSON.stringify(one));
}
