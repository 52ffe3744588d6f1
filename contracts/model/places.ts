import type { Contract, Json, JsonObject } from "./contract.ts";
import { join, targetPointer, valueAt } from "./pointer.ts";
import { patternOf } from "./pattern.ts";
import { isObject } from "./shapes.ts";
import { type Direction, acceptorOf } from "./validator.ts";

/** A place in a value, and all that its schema says of it there. */
export interface Place {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly value: Json;
  /** Every schema that judges what is there: of alternatives, the ones that accept it. */
  readonly parts: readonly SchemaPart[];
}

export interface SchemaPart {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

/** The places of a value of which its schema says something, from the top down. */
export function placesOf(contract: Contract, schemaPointer: string, value: Json, direction: Direction): Place[] {
  const places: Place[] = [];
  visit([schemaPointer], value, "");
  return places;

  function visit(pointers: readonly string[], node: Json, pointer: string): void {
    const parts = partsFor(pointers, node);
    if (parts.length === 0) return;
    places.push({ pointer, value: node, parts });
    if (Array.isArray(node))
      node.forEach((item, index) => visit(parts.flatMap(itemPointers(index)), item as Json, join(pointer, index)));
    else if (isObject(node))
      for (const [name, member] of Object.entries(node))
        visit(parts.flatMap(memberPointers(name)), member, join(pointer, name));
  }

  function partsFor(pointers: readonly string[], node: Json): SchemaPart[] {
    const found = new Map<string, SchemaPart>();
    pointers.forEach(collect);
    return [...found.values()];

    function collect(pointer: string): void {
      const schema = valueAt(contract.document, pointer);
      if (!isObject(schema) || found.has(pointer)) return;
      found.set(pointer, { pointer, schema });
      if (typeof schema["$ref"] === "string") collect(targetPointer(schema["$ref"]));
      listed(pointer, schema, "allOf").forEach(collect);
      for (const keyword of ["anyOf", "oneOf"])
        for (const branch of listed(pointer, schema, keyword)) if (accepts(branch, node)) collect(branch);
      if (schema["if"] !== undefined) collect(join(pointer, accepts(join(pointer, "if"), node) ? "then" : "else"));
      if (isObject(schema["dependentSchemas"]) && isObject(node))
        for (const name of Object.keys(schema["dependentSchemas"]))
          if (Object.hasOwn(node, name)) collect(join(pointer, "dependentSchemas", name));
    }
  }

  function accepts(pointer: string, node: Json): boolean {
    return acceptorOf(contract, pointer, direction)(node);
  }
}

function listed(pointer: string, schema: JsonObject, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => join(pointer, keyword, index)) : [];
}

function itemPointers(index: number): (part: SchemaPart) => string[] {
  return ({ pointer, schema }) => {
    const { prefixItems } = schema;
    const isPrefixed = Array.isArray(prefixItems) && index < prefixItems.length;
    return [isPrefixed ? join(pointer, "prefixItems", index) : join(pointer, "items")];
  };
}

/** By the name, by names like it, and where there is neither, by what is said of any other. */
function memberPointers(name: string): (part: SchemaPart) => string[] {
  return ({ pointer, schema: { properties, patternProperties } }) => {
    const named = isObject(properties) && Object.hasOwn(properties, name) ? [join(pointer, "properties", name)] : [];
    const alike = isObject(patternProperties)
      ? Object.keys(patternProperties)
          .filter((pattern) => patternOf(pattern)?.test(name))
          .map((pattern) => join(pointer, "patternProperties", pattern))
      : [];
    const all = [...named, ...alike];
    return all.length > 0 ? all : [join(pointer, "additionalProperties")];
  };
}
