import {
  type Json,
  type JsonObject,
  isObject,
  joinPointer,
  targetPointer,
  valueAt,
} from "../../../../contracts/index.ts";
import { type Rewriting, innerReferenceTargets, pickOne, withComponent, withValue, without } from "../rewriting.ts";

const home = "/components/schemas";

/** Replaces a discriminated parent schema by a union of its subtypes, which extend the remaining schema. */
export const listSubtypes: Rewriting = {
  name: "list what builds on a schema in a union",
  rewrite(document, pick) {
    const schemas = valueAt(document, home);
    const names = Object.keys(isObject(schemas) ? schemas : {});
    const aimed = innerReferenceTargets(document);
    const bases = names
      .map((name) => joinPointer(home, name))
      .filter((pointer) => mappedSubtypes(document, pointer).length > 1)
      .filter((pointer) => !aimed.some((target) => target.startsWith(`${pointer}/`)));
    const base = pickOne(bases, pick);
    if (base === undefined) return undefined;
    const subtypes = mappedSubtypes(document, base);
    const whole = valueAt(document, base) as JsonObject;
    const { document: extended, reference } = withComponent(document, "schemas", without(whole, "discriminator"));
    const built = subtypes.reduce((now, subtype) => {
      const schema = valueAt(now, subtype) as JsonObject;
      const allOf = itemsOf(schema["allOf"]).map((part) => (isReferenceTo(base, part) ? reference : part));
      return withValue(now, subtype, { ...schema, allOf });
    }, extended);
    const { discriminator = {} } = whole;
    return withValue(built, base, { oneOf: subtypes.map((subtype) => ({ $ref: `#${subtype}` })), discriminator });
  },
};

/** Pointers in the mapping of a discriminator, if every target extends the schema by `allOf`. */
function mappedSubtypes(document: JsonObject, base: string): readonly string[] {
  const schema = valueAt(document, base);
  const discriminator = isObject(schema) ? schema["discriminator"] : undefined;
  const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
  if (!isObject(schema) || !isObject(mapping) || schema["type"] !== "object" || schema["nullable"] === true) return [];
  const subtypes = [...new Set(Object.values(mapping).map((target) => targetPointer(String(target))))];
  const isBuilding = (pointer: string): boolean => {
    const subtype = valueAt(document, pointer);
    const parts = isObject(subtype) && Object.keys(subtype).join() === "allOf" ? itemsOf(subtype["allOf"]) : [];
    return parts.some((part) => [base, ...subtypes].some((one) => isReferenceTo(one, part)));
  };
  const components = valueAt(document, home) as JsonObject;
  const building = Object.keys(components)
    .map((name) => joinPointer(home, name))
    .filter(isBuilding);
  return building.length === subtypes.length && subtypes.every((subtype) => building.includes(subtype)) ? subtypes : [];
}

function isReferenceTo(pointer: string, part: Json): boolean {
  return isObject(part) && part["$ref"] === `#${pointer}`;
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
