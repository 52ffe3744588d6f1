import type { Contract, JsonObject, MediaType } from "../model/contract.ts";
import { join, pointerOfFragment, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { type Standing, standingOf } from "../model/standing.ts";
import { jsonOf } from "../model/success.ts";

/** One of the schemas that speak of a field. */
export interface FieldSchema {
  readonly pointer: string;
  readonly node: JsonObject;
  readonly standing: Standing;
  /** Whether the object it belongs to demands it. */
  readonly isRequired: boolean;
}

/**
 * The schemas of a field in some content, over `$ref`s and unions: "results[].slug", "[].type" in a
 * bare array, "variables.*" for any member of a map.
 */
export function fieldsAt(contract: Contract, content: readonly MediaType[] | undefined, field: string): FieldSchema[] {
  const schema = content && jsonOf(content)?.schema;
  if (!schema) return [];
  const steps = field
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
  return steps.reduce(
    (found, step) => found.flatMap((part) => membersOf(part, step)),
    partsAt(schema.pointer, schema, false),
  );

  function membersOf({ pointer, node, standing }: FieldSchema, step: string): FieldSchema[] {
    const at =
      step === "[]"
        ? join(pointer, "items")
        : step === "*"
          ? join(pointer, "additionalProperties")
          : join(pointer, "properties", step);
    const required = node["required"];
    return partsAt(at, standing, Array.isArray(required) && required.includes(step));
  }

  function partsAt(pointer: string, inherited: Standing, isRequired: boolean): FieldSchema[] {
    const node = valueAt(contract.document, pointer);
    if (!isObject(node)) return [];
    const standing = standingOf(node, inherited);
    const target = typeof node["$ref"] === "string" ? [pointerOfFragment(node["$ref"].slice(1))] : [];
    const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
      Object.keys(node[keyword] ?? {}).map((index) => join(pointer, keyword, index)),
    );
    return [
      { pointer, node, standing, isRequired },
      ...[...target, ...branches].flatMap((at) => partsAt(at, standing, isRequired)),
    ];
  }
}
