import {
  type Json,
  type JsonObject,
  type NodeKind,
  isObject,
  joinPointer,
  splitPointer,
  valueAt,
} from "../../../../contracts/index.ts";
import {
  type Rewriting,
  type RewritableNode,
  nodeRewriting,
  innerReferenceTargets,
  pickOne,
  nodesOfKind,
  withComponent,
  withValue,
} from "../rewriting.ts";
import { isBranch } from "./references.ts";

/** Moves a component to another name, and leaves a `$ref` to it. */
const alias: Rewriting = {
  name: "make a component an alias of another one",
  rewrite(document, pick) {
    const schemas = valueAt(document, "/components/schemas");
    if (!isObject(schemas)) return undefined;
    const aimed = innerReferenceTargets(document);
    // A subtype of a discriminated schema would become a second shape by its new name.
    const hasDiscriminator = JSON.stringify(document).includes('"discriminator"');
    const isShape = (schema: Json): boolean =>
      hasDiscriminator && isObject(schema) && [schema["allOf"], schema["$ref"]].some((one) => one !== undefined);
    const names = Object.keys(schemas).filter(
      (name) =>
        !isShape(schemas[name] as Json) &&
        !aimed.some((target) => target.startsWith(`${joinPointer("/components/schemas", name)}/`)),
    );
    const name = pickOne(names, pick);
    if (name === undefined) return undefined;
    const { document: extended, reference } = withComponent(document, "schemas", schemas[name] as Json);
    return withValue(extended, joinPointer("/components/schemas", name), reference);
  },
};

/** Replaces a repeated schema by a reference to its first occurrence. */
const referDeep: Rewriting = {
  name: "refer to where the same schema stands already",
  rewrite(document, pick) {
    const aimed = innerReferenceTargets(document);
    const spots = nodesOfKind(document, "schema").filter(
      ({ node, pointer }) =>
        node["$ref"] === undefined &&
        splitPointer(pointer).length > 3 &&
        !isBranch(document, pointer) &&
        !aimed.some((target) => target === pointer || target.startsWith(`${pointer}/`)),
    );
    const groups = [
      ...Map.groupBy(
        spots,
        ({ node, pointer }) => `${JSON.stringify(node)} ${enclosingMarker(document, pointer)}`,
      ).values(),
    ].filter((some) => some.length > 1 && some.some(hasStablePointer));
    const same = pickOne(groups, pick) ?? [];
    const target = same.find(hasStablePointer);
    const other = same.find((spot) => spot !== target);
    return target && other ? withValue(document, other.pointer, { $ref: `#${encodeURI(target.pointer)}` }) : undefined;
  },
};

const unused: readonly Rewriting[] = [
  ["schemas", { type: "object", required: ["a"], properties: { a: { type: "string" } } }],
  ["parameters", { name: "unused", in: "query", schema: { type: "string" } }],
  ["responses", { description: "Unused" }],
  ["requestBodies", { content: { "application/json": {} } }],
  ["securitySchemes", { type: "http", scheme: "basic" }],
].map(([section, component]) => ({
  name: `add one of the ${section as string} that nothing uses`,
  rewrite: (document) => withComponent(document, section as string, component as Json).document,
}));

/** Move parts of a document and refer to them. */
export const referenceRefactors: readonly Rewriting[] = [
  alias,
  referDeep,
  ...unused,
  extractComponent("a path", "pathItem", "pathItems"),
  extractComponent("a callback", "callback", "callbacks"),
  extractComponent("an example", "example", "examples"),
  extractComponent("a link", "link", "links"),
  nodeRewriting("put a schema into $defs", "schema", ({ node, pointer, document }, pick) => {
    const { properties, $defs } = node;
    if (!isObject(properties) || $defs !== undefined || pointer.includes("$defs")) return undefined;
    if (!/^\/components\/schemas\/[\w.-]+$/.test(pointer)) return undefined;
    const name = pickOne(
      Object.keys(properties).filter((one) => isObject(properties[one]) && properties[one]["$ref"] === undefined),
      pick,
    );
    if (name === undefined || innerReferenceTargets(document).some((target) => target.startsWith(`${pointer}/`)))
      return undefined;
    const reference = { $ref: `#${encodeURI(pointer)}/$defs/Inner` };
    return { ...node, properties: { ...properties, [name]: reference }, $defs: { Inner: properties[name] as Json } };
  }),
];

/** Moves a part other than a schema into a component. */
function extractComponent(what: string, kind: NodeKind, section: string): Rewriting {
  return {
    name: `extract ${what}`,
    rewrite(document, pick) {
      const aimed = innerReferenceTargets(document);
      const spot = pickOne(
        nodesOfKind(document, kind).filter(
          ({ node, pointer }) =>
            node["$ref"] === undefined &&
            !pointer.startsWith("/components/") &&
            !aimed.some((target) => target === pointer || target.startsWith(`${pointer}/`)),
        ),
        pick,
      );
      if (!spot) return undefined;
      const { document: moved, reference } = withComponent(document, section, spot.node);
      return withValue(moved, spot.pointer, reference);
    },
  };
}

/** Checks that refactors of enclosing lists cannot change the pointer of a schema. */
function hasStablePointer({ pointer }: RewritableNode): boolean {
  return pointer.startsWith("/components/");
}

/** Closest enclosing basis marker. */
function enclosingMarker(document: JsonObject, pointer: string): string {
  const tokens = splitPointer(pointer);
  for (let length = tokens.length; length >= 0; length--) {
    const node = valueAt(document, joinPointer("", ...tokens.slice(0, length)));
    if (isObject(node) && (node["x-spec"] !== undefined || node["x-assumed"] !== undefined))
      return node["x-spec"] === undefined ? "assumed" : "stated";
  }
  return "";
}
