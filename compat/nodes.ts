import type { Json, Operation, Parameter } from "../contracts/index.ts";
import { parameterKey } from "./match.ts";
import type { ParameterNode, Polarity, PropertyNode, RequestNode, SchemaNode } from "./rule.ts";
import type { Place } from "./schemas/place.ts";
import { intersection } from "./schemas/types.ts";
import type { View } from "./schemas/view.ts";
import { propertyStep } from "./wording.ts";

/** What an operation takes beside a body. */
export function requestNode(operation: Operation): RequestNode {
  return {
    pointer: operation.pointer,
    basis: operation.basis,
    parameters: new Map(
      operation.parameters.map((parameter): [string, ParameterNode] => [
        parameterKey(parameter, operation.path),
        { ...parameter, step: parameterStep(parameter) },
      ]),
    ),
  };
}

/** Where a parameter is in a request: "query.limit". */
export function parameterStep({ in: place, name }: Parameter): string {
  return place + propertyStep(place === "header" ? name.toLowerCase() : name);
}

/** A view as rules see it: without the properties that this direction never carries. */
export function schemaNode(view: View, polarity: Polarity, read: (places: readonly Place[]) => View): SchemaNode {
  const { pointer, basis, types, typesAt, nullAt, valuesAt, isClosed } = view;
  const properties = new Map<string, PropertyNode>();
  const absent = new Set<string>();
  for (const [name, places] of view.properties) {
    const property = read(places);
    if (polarity === "in" ? property.readOnly : property.writeOnly) absent.add(name);
    else properties.set(name, { pointer: places[0]?.pointer ?? pointer, basis: property.basis });
  }
  return {
    polarity,
    pointer,
    basis,
    types,
    typesAt,
    nullAt,
    ...(view.values && { values: withoutNull(view.values) }),
    valuesAt,
    isClosed,
    properties,
    required: new Map([...view.required].filter(([name]) => !absent.has(name))),
    near: (property) =>
      view.parts.find((part) => property.startsWith(`${part.pointer}/properties/`))?.pointer ?? pointer,
  };
}

/** Two nodes without what cannot be compared: when an object became a string, its properties are not news. */
export function comparable(base: SchemaNode, revision: SchemaNode): [SchemaNode, SchemaNode] {
  const common = intersection(base.types, revision.types).filter((type) => type !== "null");
  const isObject = [base, revision].map(({ types }) => types.includes("object"));
  if (common.includes("object") || (common.length > 0 && isObject[0] === isObject[1])) return [base, revision];
  return [withoutMembers(base, common.length > 0), withoutMembers(revision, common.length > 0)];
}

function withoutMembers({ values, ...node }: SchemaNode, keepValues: boolean): SchemaNode {
  return { ...node, properties: new Map(), required: new Map(), ...(keepValues && values && { values }) };
}

function withoutNull(values: ReadonlyMap<string, Json>): Map<string, Json> {
  return new Map([...values].filter(([, value]) => value !== null));
}
