import type { Contract, Json, JsonObject, JsonSchema } from "../model/contract.ts";
import { membersOf, partsOf } from "../model/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Direction } from "../model/validator.ts";

/**
 * What of a value a schema has a place for: an object keeps the members that are named, and all
 * where the schema invites more (`additionalProperties`) or names none. What only the other side
 * sends is dropped: readOnly from a request, writeOnly from a response.
 */
export function project(contract: Contract, schema: JsonSchema, value: Json, direction: Direction): Json {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  return visit(schema, value);

  function visit(at: JsonSchema, node: Json): Json {
    if (Array.isArray(node)) {
      const items: JsonSchema = { allOf: membersOf(contract, at, "items") };
      return node.map((item) => visit(items, item));
    }
    if (!isObject(node)) return node;
    const parts = partsOf(contract, at);
    const named = parts.filter((part) => isObject(part["properties"]));
    const isOpen = named.length === 0 || parts.some((part) => invitesMore(part));
    const result: Record<string, Json> = {};
    for (const [name, item] of Object.entries(node)) {
      const members = named.flatMap((part) => memberOf(part, name));
      if (members.length === 0 && !isOpen) continue;
      if (members.some((member) => partsOf(contract, member).some((part) => part[absent] === true))) continue;
      define(result, name, visit({ allOf: members }, item));
    }
    return result;
  }
}

function invitesMore(part: JsonObject): boolean {
  const additional = part["additionalProperties"];
  return additional === true || isObject(additional) || part["patternProperties"] !== undefined;
}

function memberOf(part: JsonObject, name: string): JsonSchema[] {
  const properties = part["properties"] as JsonObject;
  return Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
}
