import {
  type JsonObject,
  type JsonSchema,
  isObject,
  oncePer,
  oncePerText,
  referenceTo,
  targetPointer,
} from "../../contracts/index.ts";
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
export const discriminatorValues = oncePer((node: SchemaNode): ReadonlyMap<string, DiscriminatorValue> => {
  const discriminators = node.all("discriminator");
  const [only, another] = discriminators;
  // A family of a thousand subtypes has one mapping, which each of them inherits.
  if (only && !another && !node.implied && !node.shapeAt && isObject(only.value))
    return valuesByPlace(only.value)(only.at);
  return new Map(discriminators.flatMap((each) => listDiscriminatorValues(each, node)));
});

const valuesByPlace = oncePer((discriminator: JsonObject) =>
  oncePerText(
    (at): ReadonlyMap<string, DiscriminatorValue> => new Map(listDiscriminatorValues({ value: discriminator, at }, {})),
  ),
);

function listDiscriminatorValues(
  { value: discriminator, at }: KeywordValue,
  { implied, shapeAt }: Pick<SchemaNode, "implied" | "shapeAt">,
): (readonly [string, DiscriminatorValue])[] {
  const { propertyName, mapping }: JsonObject = isObject(discriminator) ? discriminator : {};
  if (typeof propertyName !== "string") return [];
  const targets = [...(implied ?? [])].map(([value, pointer]) => [value, referenceTo(pointer)] as const);
  return [...targets, ...Object.entries(isObject(mapping) ? mapping : {})].map(([value, target]) => {
    const pointer = typeof target === "string" && target.startsWith("#") ? targetPointer(target) : "";
    const name = pointer === "" ? String(target) : pointer.slice(pointer.lastIndexOf("/") + 1);
    const shape = pointer === "" ? undefined : shapeAt?.(pointer, value);
    const valueSchema = { properties: { [propertyName]: { const: value } }, required: [propertyName] };
    return [value, { value, at: isObject(mapping) ? `${at}/mapping` : at, name, shape, valueSchema }] as const;
  });
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
