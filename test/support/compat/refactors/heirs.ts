import {
  type Json,
  type JsonObject,
  isObject,
  joinPointer,
  targetPointer,
  valueAt,
} from "../../../../contracts/index.ts";
import { type Rewriting, deepTargets, oneOf, withComponent, withValue, without } from "../rewriting.ts";

const home = "/components/schemas";

/** Of a schema that others build on, its discriminator names the shapes: a union lists them, and they build on the rest. */
export const listHeirs: Rewriting = {
  name: "list what builds on a schema in a union",
  rewrite(document, pick) {
    const schemas = valueAt(document, home);
    const names = Object.keys(isObject(schemas) ? schemas : {});
    const aimed = deepTargets(document);
    const bases = names
      .map((name) => joinPointer(home, name))
      .filter((pointer) => subtypesOf(document, pointer).length > 1)
      .filter((pointer) => !aimed.some((target) => target.startsWith(`${pointer}/`)));
    const base = oneOf(bases, pick);
    if (base === undefined) return undefined;
    const heirs = subtypesOf(document, base);
    const whole = valueAt(document, base) as JsonObject;
    const { document: extended, reference } = withComponent(document, "schemas", without(whole, "discriminator"));
    const built = heirs.reduce((now, heir) => {
      const schema = valueAt(now, heir) as JsonObject;
      const allOf = listOf(schema["allOf"]).map((part) => (isReferenceTo(base, part) ? reference : part));
      return withValue(now, heir, { ...schema, allOf });
    }, extended);
    const { discriminator = {} } = whole;
    return withValue(built, base, { oneOf: heirs.map((heir) => ({ $ref: `#${heir}` })), discriminator });
  },
};

/** What a discriminator maps values to, where each of them builds on the schema by `allOf`, and nothing says more of it. */
function subtypesOf(document: JsonObject, base: string): readonly string[] {
  const schema = valueAt(document, base);
  const discriminator = isObject(schema) ? schema["discriminator"] : undefined;
  const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
  if (!isObject(schema) || !isObject(mapping) || schema["type"] !== "object" || schema["nullable"] === true) return [];
  const heirs = [...new Set(Object.values(mapping).map((target) => targetPointer(String(target))))];
  const isBuilding = (pointer: string): boolean => {
    const heir = valueAt(document, pointer);
    const parts = isObject(heir) && Object.keys(heir).join() === "allOf" ? listOf(heir["allOf"]) : [];
    return parts.some((part) => [base, ...heirs].some((one) => isReferenceTo(one, part)));
  };
  const components = valueAt(document, home) as JsonObject;
  const building = Object.keys(components)
    .map((name) => joinPointer(home, name))
    .filter(isBuilding);
  return building.length === heirs.length && heirs.every((heir) => building.includes(heir)) ? heirs : [];
}

function isReferenceTo(pointer: string, part: Json): boolean {
  return isObject(part) && part["$ref"] === `#${pointer}`;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
