import { type JsonObject, type JsonSchema, isObject, referenceTo, targetPointer } from "../../contracts/index.ts";
import type { Said, SchemaNode } from "./nodes/subjects.ts";

/** A value of a discriminator, and what it names. */
export interface NamedShape extends Said {
  readonly value: string;
  /** The name of the component. */
  readonly name: string;
  /** Two of both sides with the same one belong together; undefined where the document does not list it as a shape. */
  readonly shape: unknown;
  /** What has the value. */
  readonly holding: JsonSchema;
}

/** The values of a discriminator that a document maps to a shape. */
export function namedShapes(node: SchemaNode): Map<string, NamedShape> {
  const all = new Map<string, NamedShape>();
  const implied = [...(node.implied ?? [])].map(([value, pointer]) => [value, referenceTo(pointer)] as const);
  for (const { value: discriminator, at } of node.all("discriminator")) {
    const { propertyName, mapping }: JsonObject = isObject(discriminator) ? discriminator : {};
    if (typeof propertyName !== "string") continue;
    for (const [value, target] of [...implied, ...Object.entries(isObject(mapping) ? mapping : {})]) {
      const pointer = typeof target === "string" && target.startsWith("#") ? targetPointer(target) : "";
      const name = pointer === "" ? String(target) : pointer.slice(pointer.lastIndexOf("/") + 1);
      const shape = pointer === "" ? undefined : node.shapeAt?.(pointer, value);
      const holding = { properties: { [propertyName]: { const: value } }, required: [propertyName] };
      all.set(value, { value, at: isObject(mapping) ? `${at}/mapping` : at, name, shape, holding });
    }
  }
  return all;
}

/** A value of one side that is not on the other, where another value names the same shape now. */
export function renamedTo(
  { shape }: NamedShape,
  own: ReadonlyMap<string, NamedShape>,
  others: ReadonlyMap<string, NamedShape>,
): NamedShape | undefined {
  if (shape === undefined) return undefined;
  return others.values().find((other) => other.shape === shape && !own.has(other.value));
}
