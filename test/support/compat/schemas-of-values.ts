import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../contracts/index.ts";

/** Values of every type, including all that these schemas mention. */
const allValues: readonly Json[] = [null, true, false, 0, 1, 1.5, "a", "b", "c", [], {}];
const texts = [undefined, "x", "y", "z"];
const objects: readonly Json[] = texts.flatMap((a) =>
  texts.map((b): Json => ({ ...(a !== undefined && { a }), ...(b !== undefined && { b }) })),
);

const type = fc.constantFrom<Json>("null", "boolean", "integer", "number", "string", "array", "object");
const types = fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }));
const value = fc.oneof(fc.constantFrom<Json>("a", "b", "c", null, 1), fc.constantFrom(...allValues));
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) });

/** One or two keywords. */
const flat = fc
  .record({ type: types, enum: values, const: value })
  .chain((all) => fc.subarray(Object.entries(all), { minLength: 1, maxLength: 2 }))
  .map((some): JsonObject => Object.fromEntries(some));
const negations = fc.oneof(
  { weight: 4, arbitrary: flat },
  { weight: 1, arbitrary: flat.map((not): JsonObject => ({ not })) },
  { weight: 1, arbitrary: fc.array(flat, { minLength: 2, maxLength: 2 }).map((anyOf): JsonObject => ({ anyOf })) },
);
const keywordSchemas = fc
  .tuple(flat, negations, fc.nat(4))
  .map(([own, not, kind]): JsonObject => (kind > 1 ? own : kind === 1 ? { not } : { ...own, not }));

/** Schemas with type, enum, const and not, and unions of them. */
export const schemasOfValues: fc.Arbitrary<JsonObject> = fc
  .tuple(keywordSchemas, fc.array(keywordSchemas, { minLength: 1, maxLength: 3 }), fc.nat(7))
  .map(([own, all, kind]): JsonObject => {
    if (kind > 4) return own;
    const [keyword = "anyOf", isBeside] =
      ([["anyOf", true], ["anyOf"], ["allOf"], ["oneOf", true], ["oneOf"]] as const)[kind] ?? [];
    return { ...(isBeside && own), [keyword]: all };
  });

const members = fc.constantFrom<JsonObject>({ type: "string" }, { const: "x" }, { enum: ["x", "y"] });
const needs = fc.subarray(["a", "b"]);
const shape = fc.record({ a: members, b: members }).map((properties): JsonObject => ({ type: "object", properties }));

/** Pairs of an object schema, and one with a union of requirements in its shapes or next to them. */
export const objectsAndChoices: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(shape, needs, shape, fc.array(needs, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([object, required, own, all, isBeside]) => {
    const choice = all.map((some): JsonObject => ({ required: some }));
    const anyOf = isBeside ? choice : choice.map((one): JsonObject => ({ ...own, ...one }));
    return [
      { ...object, required },
      { ...(isBeside && own), anyOf },
    ];
  });

const ajv = new Ajv2020({ strict: false });

/** JSON texts of the values that match a schema. */
export function matchingValues(schema: JsonObject): readonly string[] {
  const fits = ajv.compile(schema);
  return [...allValues, ...objects.slice(1)].filter((one) => fits(one)).map((one) => JSON.stringify(one));
}
