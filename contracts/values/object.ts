import fc from "fast-check";
import type { Json } from "../model/contract.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Case } from "./cases.ts";
import { values } from "./type.ts";

/** Where names are free, how many members are added. */
const USUAL_EXTRAS = 2;

export const objectValues = values({
  type: "object",
  valid(wanted, nested) {
    const { required, minProperties, maxProperties } = wanted;
    const members: Record<string, fc.Arbitrary<Json>> = {};
    const must = new Set([...required, ...(nested.forced === undefined ? [] : [nested.forced])]);
    for (const name of new Set([...must, ...wanted.names])) {
      const isNeeded = must.has(name) || Object.keys(members).length < minProperties;
      if (!isNeeded && (!nested.optional || Object.keys(members).length >= maxProperties)) continue;
      const schemas = wanted.propertyAt(name);
      const member = schemas && nested.arbitrary(schemas, name);
      if (member) define(members as Record<string, never>, name, member as never);
      else if (must.has(name)) return undefined;
      if (member && isNeeded) must.add(name);
    }
    const named = fc.record(members, { requiredKeys: [...must], noNullPrototype: true }) as fc.Arbitrary<
      Record<string, Json>
    >;
    const room = Math.min(maxProperties - Object.keys(members).length, nested.optional ? USUAL_EXTRAS : 0);
    const lacking = Math.max(0, minProperties - must.size);
    if (!wanted.isMap && wanted.patternNames.length === 0 && lacking === 0) return named;
    const extras = extrasOf(wanted, nested, lacking, Math.max(room, lacking));
    return extras
      ? fc.tuple(named, extras).map(([own, more]) => ({ ...more, ...own }))
      : lacking > 0
        ? undefined
        : named;
  },
  plain(wanted, nested) {
    const result: Record<string, Json> = {};
    for (const name of new Set([...wanted.required, ...wanted.names])) {
      const isRequired = wanted.required.includes(name);
      if (!isRequired && Object.keys(result).length >= (nested.optional ? wanted.maxProperties : wanted.minProperties))
        continue;
      const schemas = wanted.propertyAt(name);
      const member = schemas && nested.value(schemas, name);
      if (member !== undefined) define(result, name, member);
      else if (isRequired) return undefined;
    }
    for (let index = 1; Object.keys(result).length < wanted.minProperties && index < 100; index++) {
      const schemas = wanted.propertyAt(`key${index}`);
      const member = schemas && nested.value(schemas, `key${index}`);
      if (member === undefined) return undefined;
      define(result, `key${index}`, member);
    }
    return result;
  },
  invalid: {
    required: ({ required }, value) =>
      required.length === 0
        ? undefined
        : fc.tuple(value, fc.constantFrom(...required)).map(([whole, name]) => without(whole, name)),
    additionalProperties: ({ propertyAt }, value) =>
      propertyAt("unexpected_member") === undefined
        ? value.map((whole) => ({ ...(whole as Record<string, Json>), unexpected_member: 1 }))
        : undefined,
    minProperties: ({ minProperties, required }, value) =>
      minProperties > 0 && required.length < minProperties
        ? value.map((whole) => firstMembers(whole, minProperties - 1))
        : undefined,
    maxProperties: ({ maxProperties }, value) =>
      maxProperties > 100 ? undefined : value.map((whole) => withMembers(whole, maxProperties + 1)),
  },
});

function extrasOf(
  wanted: Case,
  nested: Parameters<typeof objectValues.valid>[1],
  minKeys: number,
  maxKeys: number,
): fc.Arbitrary<Record<string, Json>> | undefined {
  const source = wanted.patternNames[0];
  const name =
    source === undefined ? fc.stringMatching(/^[a-z][a-z0-9_]{0,7}$/) : fc.stringMatching(new RegExp(source, "u"));
  const sample = fc.sample(name, { seed: 1, numRuns: 1 })[0] as string;
  const schemas = wanted.propertyAt(sample);
  const member = schemas && nested.arbitrary(schemas, "additional");
  return (
    member &&
    (fc.dictionary(name, member, { minKeys, maxKeys, noNullPrototype: true }) as fc.Arbitrary<Record<string, Json>>)
  );
}

function without(value: Json, name: string): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) : value;
}

function firstMembers(value: Json, count: number): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, count)) : value;
}

function withMembers(value: Json, count: number): Json {
  const result: Record<string, Json> = isObject(value) ? { ...value } : {};
  for (let index = 0; Object.keys(result).length < count; index++) result[`extra_${index}`] = 1;
  return result;
}
