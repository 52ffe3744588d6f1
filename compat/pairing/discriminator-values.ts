import { type JsonObject, type JsonSchema, isObject, referenceTo, targetPointer } from "../../contracts/index.ts";
import type { KeywordValue, SchemaNode } from "./nodes/subjects.ts";

/** A value of a discriminator, and the schema that it selects. */
export interface DiscriminatorValue extends KeywordValue {
  readonly value: string;
  /** Name of the selected component. */
  readonly name: string;
  /** Equal on both sides for shapes that were paired. Undefined if the union does not list the component. */
  readonly shape: unknown;
  /** Schema of the objects that have this value. */
  readonly valueSchema: JsonSchema;
}

/** Collects the discriminator values of a schema: values in its mappings, and component names without a mapping. */
export function discriminatorValues(node: SchemaNode): Map<string, DiscriminatorValue> {
  const all = new Map<string, DiscriminatorValue>();
  const implied = [...(node.implied ?? [])].map(([value, pointer]) => [value, referenceTo(pointer)] as const);
  for (const { value: discriminator, at } of node.all("discriminator")) {
    const { propertyName, mapping }: JsonObject = isObject(discriminator) ? discriminator : {};
    if (typeof propertyName !== "string") continue;
    for (const [value, target] of [...implied, ...Object.entries(isObject(mapping) ? mapping : {})]) {
      const pointer = typeof target === "string" && target.startsWith("#") ? targetPointer(target) : "";
      const name = pointer === "" ? String(target) : pointer.slice(pointer.lastIndexOf("/") + 1);
      const shape = pointer === "" ? undefined : node.shapeAt?.(pointer, value);
      const valueSchema = { properties: { [propertyName]: { const: value } }, required: [propertyName] };
      all.set(value, { value, at: isObject(mapping) ? `${at}/mapping` : at, name, shape, valueSchema });
    }
  }
  return all;
}

/** New value on the other side for the same shape: the discriminator value was renamed. */
export function renamedValue(
  { shape }: DiscriminatorValue,
  values: ReadonlyMap<string, DiscriminatorValue>,
  others: ReadonlyMap<string, DiscriminatorValue>,
): DiscriminatorValue | undefined {
  if (shape === undefined) return undefined;
  return others.values().find((other) => other.shape === shape && !values.has(other.value));
}
