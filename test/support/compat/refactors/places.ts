import {
  type Json,
  type JsonObject,
  type Kind,
  isObject,
  joinPointer,
  tokensOf,
  valueAt,
} from "../../../../contracts/index.ts";
import {
  type Rewriting,
  type Spot,
  atNode,
  deepTargets,
  oneOf,
  spotsOf,
  withComponent,
  withValue,
} from "../rewriting.ts";
import { isBranch } from "./references.ts";

/** A component of another name in its place, with a `$ref` to it. */
const alias: Rewriting = {
  name: "make a component an alias of another one",
  rewrite(document, pick) {
    const schemas = valueAt(document, "/components/schemas");
    if (!isObject(schemas)) return undefined;
    const aimed = deepTargets(document);
    // A component that builds on one with a discriminator is a shape of it by each name that it has.
    const isTold = JSON.stringify(document).includes('"discriminator"');
    const isShape = (schema: Json): boolean =>
      isTold && isObject(schema) && [schema["allOf"], schema["$ref"]].some((one) => one !== undefined);
    const names = Object.keys(schemas).filter(
      (name) =>
        !isShape(schemas[name] as Json) &&
        !aimed.some((target) => target.startsWith(`${joinPointer("/components/schemas", name)}/`)),
    );
    const name = oneOf(names, pick);
    if (name === undefined) return undefined;
    const { document: extended, reference } = withComponent(document, "schemas", schemas[name] as Json);
    return withValue(extended, joinPointer("/components/schemas", name), reference);
  },
};

/** What is written alike in two places stands in one of them. */
const referDeep: Rewriting = {
  name: "refer to where the same schema stands already",
  rewrite(document, pick) {
    const aimed = deepTargets(document);
    const spots = spotsOf(document, "schema").filter(
      ({ node, pointer }) =>
        node["$ref"] === undefined &&
        tokensOf(pointer).length > 3 &&
        !isBranch(document, pointer) &&
        !aimed.some((target) => target === pointer || target.startsWith(`${pointer}/`)),
    );
    const groups = [
      ...Map.groupBy(spots, ({ node, pointer }) => `${JSON.stringify(node)} ${markedBy(document, pointer)}`).values(),
    ].filter((some) => some.length > 1 && some.some(isSteady));
    const same = oneOf(groups, pick) ?? [];
    const target = same.find(isSteady);
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

/** Where a part of a document stands is nobody's business. */
export const places: readonly Rewriting[] = [
  alias,
  referDeep,
  ...unused,
  extracted("a path", "pathItem", "pathItems"),
  extracted("a callback", "callback", "callbacks"),
  extracted("an example", "example", "examples"),
  extracted("a link", "link", "links"),
  atNode("put a schema into $defs", "schema", ({ node, pointer, document }, pick) => {
    const { properties, $defs } = node;
    if (!isObject(properties) || $defs !== undefined || pointer.includes("$defs")) return undefined;
    if (!/^\/components\/schemas\/[\w.-]+$/.test(pointer)) return undefined;
    const name = oneOf(
      Object.keys(properties).filter((one) => isObject(properties[one]) && properties[one]["$ref"] === undefined),
      pick,
    );
    if (name === undefined || deepTargets(document).some((target) => target.startsWith(`${pointer}/`)))
      return undefined;
    const reference = { $ref: `#${encodeURI(pointer)}/$defs/Inner` };
    return { ...node, properties: { ...properties, [name]: reference }, $defs: { Inner: properties[name] as Json } };
  }),
];

/** A part of a document that is no schema goes into a component. */
function extracted(what: string, kind: Kind, section: string): Rewriting {
  return {
    name: `extract ${what}`,
    rewrite(document, pick) {
      const aimed = deepTargets(document);
      const spot = oneOf(
        spotsOf(document, kind).filter(
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

/** Whether nothing moves where a schema is when lists around it are written otherwise. */
function isSteady({ pointer }: Spot): boolean {
  return pointer.startsWith("/components/");
}

/** The nearest marker around a place: what it rests on. */
function markedBy(document: JsonObject, pointer: string): string {
  const tokens = tokensOf(pointer);
  for (let length = tokens.length; length >= 0; length--) {
    const node = valueAt(document, joinPointer("", ...tokens.slice(0, length)));
    if (isObject(node) && (node["x-spec"] !== undefined || node["x-assumed"] !== undefined))
      return node["x-spec"] === undefined ? "assumed" : "stated";
  }
  return "";
}
