import type { Contract, Json, JsonObject, JsonSchema } from "../model/contract.ts";
import { partsOf, schemas } from "../model/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Direction } from "../model/validator.ts";
import { regExp } from "./pattern.ts";

/**
 * What of a value a schema has a place for: an object keeps the members that are named, and all
 * where the schema invites more (`additionalProperties`) or names none. What only the other side
 * sends is dropped: readOnly from a request, writeOnly from a response.
 */
export function project(contract: Contract, schema: JsonSchema, value: Json, direction: Direction): Json {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  return visit([schema], value);

  function visit(all: readonly JsonSchema[], node: Json): Json {
    if (typeof node !== "object" || node === null) return node;
    const parts = all.flatMap((part) => allPartsOf(contract, part));
    if (Array.isArray(node)) return node.map((item, index) => visit(itemSchemas(parts, index), item));
    return isObject(node) ? visitMembers(parts, node) : node;
  }

  function visitMembers(parts: readonly JsonObject[], node: JsonObject): Json {
    const isOpen = !parts.some((part) => isObject(part["properties"]) || isObject(part["patternProperties"]));
    const result: Record<string, Json> = {};
    for (const [name, item] of Object.entries(node)) {
      const named = parts.flatMap((part) => namedSchemas(part, name));
      const members = named.length > 0 ? named : parts.flatMap(invited);
      if (members.length === 0 && !isOpen) continue;
      if (!named.some(isAbsent)) define(result, name, visit(members, item));
    }
    return result;
  }

  function isAbsent(member: JsonSchema): boolean {
    return partsOf(contract, member).some((part) => part[absent] === true);
  }
}

/** Every part that judges the same value, whatever it depends on. */
function allPartsOf(contract: Contract, schema: JsonSchema): JsonObject[] {
  const parts = new Set(partsOf(contract, schema));
  for (const part of parts) {
    const conditional = schemas([part["if"], part["then"], part["else"]].filter((branch) => branch !== undefined));
    const dependent = isObject(part["dependentSchemas"]) ? schemas(Object.values(part["dependentSchemas"])) : [];
    for (const branch of [...conditional, ...dependent])
      for (const inner of partsOf(contract, branch)) parts.add(inner);
  }
  return [...parts];
}

function itemSchemas(parts: readonly JsonObject[], index: number): JsonSchema[] {
  return parts.flatMap((part) => {
    const prefix = schemas(part["prefixItems"]);
    return index < prefix.length ? [prefix[index] as JsonSchema] : schemas([part["items"] ?? []]);
  });
}

/** What a part says of a member by its name. */
function namedSchemas(part: JsonObject, name: string): JsonSchema[] {
  const { properties, patternProperties } = part;
  const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  return [
    ...own,
    ...patterns.filter(([pattern]) => regExp(pattern).test(name)).map(([, inner]) => inner as JsonSchema),
  ];
}

/** What a part says of members that are not named. */
function invited(part: JsonObject): JsonSchema[] {
  return [part["additionalProperties"], part["unevaluatedProperties"]].filter(
    (more): more is JsonObject | true => more === true || isObject(more),
  );
}
