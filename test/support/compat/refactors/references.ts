import {
  type Json,
  type JsonObject,
  isObject,
  targetPointer,
  splitPointer,
  valueAt,
} from "../../../../contracts/index.ts";
import { type NodeKind, rewriteTree } from "../../../../contracts/index.ts";
import {
  type PickIndex,
  type Rewriting,
  type RewritableNode,
  enclosingNode,
  nodeRewriting,
  innerReferenceTargets,
  pickOne,
  nodesOfKind,
  withComponent,
  withValue,
} from "../rewriting.ts";

/** Replaces a `$ref` by its target. */
export const inlineSchema = nodeRewriting("inline a schema", "schema", inlineReference);
export const inlineParameter = nodeRewriting("inline a parameter", "parameter", inlineReference);
export const inlineResponse = nodeRewriting("inline a response", "response", inlineReference);
export const inlineBody = nodeRewriting("inline a request body", "requestBody", inlineReference);
export const inlineHeader = nodeRewriting("inline a header", "header", inlineReference);

/** Moves a schema into a component, and leaves a `$ref` to it. */
export const extractSchema = extractTo("extract a schema", "schema", "schemas");
export const extractParameter = extractTo("extract a parameter", "parameter", "parameters");
export const extractResponse = extractTo("extract a response", "response", "responses");
export const extractBody = extractTo("extract a request body", "requestBody", "requestBodies");
export const extractHeader = extractTo("extract a header", "header", "headers");

export const renameComponent: Rewriting = {
  name: "rename a component",
  rewrite(document, pick) {
    const schemas = valueAt(document, "/components/schemas");
    const names = isObject(schemas) ? Object.keys(schemas).filter((name) => !isNamed(document, name)) : [];
    const name = pickOne(names, pick);
    if (name === undefined || !isObject(schemas)) return undefined;
    let other = `${name}Renamed`;
    while (Object.hasOwn(schemas, other)) other += "_";
    const renamed = Object.entries(schemas).map(([key, schema]) => [key === name ? other : key, schema] as const);
    const moved = withValue(document, "/components/schemas", Object.fromEntries(renamed));
    return redirectReferences(moved, `/components/schemas/${name}`, `/components/schemas/${other}`);
  },
};

/** Redirects references to a pointer, or to pointers below it. */
export function redirectReferences(document: JsonObject, from: string, to: string): JsonObject {
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

function inlineReference({ node, document, pointer }: RewritableNode): JsonObject | undefined {
  const reference = node["$ref"];
  if (typeof reference !== "string" || Object.keys(node).length > 1 || isBranch(document, pointer)) return undefined;
  const target = valueAt(document, targetPointer(reference));
  return isObject(target) ? target : undefined;
}

function extractTo(name: string, kind: NodeKind, section: string): Rewriting {
  return {
    name,
    rewrite(document, pick: PickIndex) {
      const aimed = innerReferenceTargets(document);
      const spots = nodesOfKind(document, kind).filter(
        ({ node, pointer }) =>
          !aimed.some((target) => target === pointer || target.startsWith(`${pointer}/`)) &&
          node["$ref"] === undefined &&
          splitPointer(pointer).length > 3 &&
          !isBranch(document, pointer),
      );
      const spot = pickOne(spots, pick);
      if (!spot) return undefined;
      const { document: extended, reference } = withComponent(document, section, spot.node);
      return withValue(extended, spot.pointer, reference);
    },
  };
}

/** Checks that a discriminator refers to the schema by name. */
export function isBranch(document: JsonObject, pointer: string): boolean {
  const union = enclosingNode(document, pointer, 2);
  return /\/(oneOf|anyOf)\/\d+$/.test(pointer) && isObject(union) && union["discriminator"] !== undefined;
}

/** Checks that a discriminator without a mapping uses a component's name as a value. */
function isNamed(document: JsonObject, name: string): boolean {
  return nodesOfKind(document, "schema").some(
    ({ node, pointer }) => node["$ref"] === `#/components/schemas/${name}` && isBranch(document, pointer),
  );
}
