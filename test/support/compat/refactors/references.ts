import { type Json, type JsonObject, isObject, targetPointer, tokensOf, valueAt } from "../../../../contracts/index.ts";
import { type Kind, rewriteTree } from "../../../../contracts/index.ts";
import {
  type Pick,
  type Rewriting,
  type Spot,
  around,
  atNode,
  deepTargets,
  oneOf,
  spotsOf,
  withComponent,
  withValue,
} from "../rewriting.ts";

/** A `$ref` gives way to what it leads to. */
export const inlineSchema = atNode("inline a schema", "schema", inlined);
export const inlineParameter = atNode("inline a parameter", "parameter", inlined);
export const inlineResponse = atNode("inline a response", "response", inlined);
export const inlineBody = atNode("inline a request body", "requestBody", inlined);
export const inlineHeader = atNode("inline a header", "header", inlined);

/** What stands in its place goes into a component, with a `$ref` to it. */
export const extractSchema = extracting("extract a schema", "schema", "schemas");
export const extractParameter = extracting("extract a parameter", "parameter", "parameters");
export const extractResponse = extracting("extract a response", "response", "responses");
export const extractBody = extracting("extract a request body", "requestBody", "requestBodies");
export const extractHeader = extracting("extract a header", "header", "headers");

export const renameComponent: Rewriting = {
  name: "rename a component",
  rewrite(document, pick) {
    const schemas = valueAt(document, "/components/schemas");
    const names = isObject(schemas) ? Object.keys(schemas).filter((name) => !isNamed(document, name)) : [];
    const name = oneOf(names, pick);
    if (name === undefined || !isObject(schemas)) return undefined;
    let other = `${name}Renamed`;
    while (Object.hasOwn(schemas, other)) other += "_";
    const renamed = Object.entries(schemas).map(([key, schema]) => [key === name ? other : key, schema] as const);
    const moved = withValue(document, "/components/schemas", Object.fromEntries(renamed));
    return referring(moved, `/components/schemas/${name}`, `/components/schemas/${other}`);
  },
};

/** The document with references to a pointer, and to what is below it, leading to another one. */
export function referring(document: JsonObject, from: string, to: string): JsonObject {
  const moved = (reference: Json): Json => {
    if (typeof reference !== "string" || !reference.startsWith("#")) return reference;
    const pointer = targetPointer(reference);
    return pointer === from || pointer.startsWith(`${from}/`) ? `#${to}${pointer.slice(from.length)}` : reference;
  };
  return rewriteTree(document, "document", (node) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    return {
      ...node,
      ...(node["$ref"] !== undefined && { $ref: moved(node["$ref"]) }),
      ...(isObject(discriminator) &&
        isObject(mapping) && {
          discriminator: {
            ...discriminator,
            mapping: Object.fromEntries(Object.entries(mapping).map(([value, target]) => [value, moved(target)])),
          },
        }),
    };
  }) as JsonObject;
}

function inlined({ node, document, pointer }: Spot): JsonObject | undefined {
  const reference = node["$ref"];
  if (typeof reference !== "string" || Object.keys(node).length > 1 || isBranch(document, pointer)) return undefined;
  const target = valueAt(document, targetPointer(reference));
  return isObject(target) ? target : undefined;
}

function extracting(name: string, kind: Kind, section: string): Rewriting {
  return {
    name,
    rewrite(document, pick: Pick) {
      const aimed = deepTargets(document);
      const spots = spotsOf(document, kind).filter(
        ({ node, pointer }) =>
          !aimed.some((target) => target === pointer || target.startsWith(`${pointer}/`)) &&
          node["$ref"] === undefined &&
          tokensOf(pointer).length > 3 &&
          !isBranch(document, pointer),
      );
      const spot = oneOf(spots, pick);
      if (!spot) return undefined;
      const { document: extended, reference } = withComponent(document, section, spot.node);
      return withValue(extended, spot.pointer, reference);
    },
  };
}

/** Whether a discriminator tells the schema by its name. */
export function isBranch(document: JsonObject, pointer: string): boolean {
  const union = around(document, pointer, 2);
  return /\/(oneOf|anyOf)\/\d+$/.test(pointer) && isObject(union) && union["discriminator"] !== undefined;
}

/** Whether a component's name is a value that travels: a discriminator without a mapping for it. */
function isNamed(document: JsonObject, name: string): boolean {
  return spotsOf(document, "schema").some(
    ({ node, pointer }) => node["$ref"] === `#/components/schemas/${name}` && isBranch(document, pointer),
  );
}
