import { type Json, type JsonObject, isObject, rewriteTree } from "../../../../contracts/index.ts";
import {
  type Rewriting,
  nodeRewriting,
  innerReferenceTargets,
  pickOne,
  nodesOfKind,
  withComponent,
  without,
} from "../rewriting.ts";
import { independentKeywordGroups } from "./wrapping.ts";

/** Keywords that apply to all members of an object. */
const wholeObjectKeywords = ["additionalProperties", "patternProperties", "unevaluatedProperties", "enum", "const"];
const markers = ["x-spec", "x-assumed", "x-closed"];

/** Moves a property that several schemas share to a common parent. */
const shareProperty: Rewriting = {
  name: "move a property into a component that those build on which have it",
  rewrite(document, pick) {
    const aimed = innerReferenceTargets(document);
    const holders = nodesOfKind(document, "schema").filter(
      ({ node, pointer }) => isOpen(node) && !aimed.some((target) => target.startsWith(`${pointer}/`)),
    );
    const spot = pickOne(holders, pick);
    const name = spot && pickOne(Object.keys(spot.node["properties"] as JsonObject), pick);
    if (!spot || name === undefined) return undefined;
    const text = propertyText(spot.node, name);
    const pointers = new Set(
      holders.flatMap(({ node, pointer }) => (propertyText(node, name) === text ? [pointer] : [])),
    );
    const schema = (spot.node["properties"] as JsonObject)[name] as Json;
    const { document: extended, reference } = withComponent(document, "schemas", {
      ...(spot.node["type"] === "object" && { type: "object" }),
      properties: { [name]: schema },
      ...(requiredIn(spot.node).includes(name) && { required: [name] }),
    });
    // Pointers inside the property change.
    return rewriteTree(extended, "document", (node, _, pointer) =>
      pointers.has(pointer) ? withParent(node, name, reference) : node,
    ) as JsonObject;
  },
};

/** Equivalent forms of allOf. */
export const parentRefactors: readonly Rewriting[] = [
  shareProperty,
  nodeRewriting("put two of allOf into one allOf", "schema", ({ node }) => {
    const [one, other, another, ...rest] = allOfItems(node["allOf"]);
    if (one === undefined || other === undefined || another === undefined) return undefined;
    return { ...node, allOf: [{ allOf: [one, other] }, another, ...rest] };
  }),
  nodeRewriting("take allOf in allOf apart", "schema", ({ node }) => {
    const all = allOfItems(node["allOf"]);
    const isList = (one: Json): one is JsonObject => isObject(one) && Object.keys(one).join() === "allOf";
    if (!all.some(isList)) return undefined;
    return { ...node, allOf: all.flatMap((one) => (isList(one) ? allOfItems(one["allOf"]) : [one])) };
  }),
  nodeRewriting("say one of allOf twice", "schema", ({ node }, pick) => {
    const again = pickOne(allOfItems(node["allOf"]), pick);
    return again === undefined ? undefined : { ...node, allOf: [...allOfItems(node["allOf"]), again] };
  }),
  nodeRewriting("say what one of allOf says beside it", "schema", ({ node }) => {
    const all = allOfItems(node["allOf"]);
    const index = all.findIndex((one) => isObject(one) && isPlain(one) && !shareKeywords(node, one));
    if (index === -1) return undefined;
    const left = all.toSpliced(index, 1);
    return {
      ...without(node, ...(left.length === 0 ? ["allOf"] : [])),
      ...mergeSchemas(node, all[index] as JsonObject),
      ...(left.length > 0 && { allOf: left }),
    };
  }),
];

function isOpen(node: JsonObject): boolean {
  const { properties } = node;
  return (
    isObject(properties) &&
    Object.keys(properties).length > 0 &&
    wholeObjectKeywords.every((keyword) => node[keyword] === undefined)
  );
}

function propertyText(node: JsonObject, name: string): string {
  const { properties } = node;
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return schema === undefined
    ? ""
    : JSON.stringify([schema, requiredIn(node).includes(name), node["type"], node["x-spec"], node["x-assumed"]]);
}

function withParent(node: JsonObject, name: string, reference: JsonObject): JsonObject {
  const required = requiredIn(node).filter((one) => one !== name);
  return {
    ...node,
    properties: without(node["properties"] as JsonObject, name),
    ...(node["required"] !== undefined && { required }),
    allOf: [reference, ...allOfItems(node["allOf"])],
  };
}

/** Checks that a schema has no name, marker or keyword that depends on siblings. */
function isPlain(node: JsonObject): boolean {
  const known = new Set<string>([
    ...independentKeywordGroups.flat().filter((one) => !wholeObjectKeywords.includes(one)),
    "description",
  ]);
  return Object.keys(node).every((key) => known.has(key));
}

/** Checks that two schemas have a common keyword, so that they cannot be merged. */
function shareKeywords(node: JsonObject, other: JsonObject): boolean {
  const properties = isObject(node["properties"]) ? node["properties"] : {};
  const others = isObject(other["properties"]) ? other["properties"] : {};
  if (Object.keys(others).some((name) => Object.hasOwn(properties, name))) return true;
  if ([...wholeObjectKeywords, ...markers].some((keyword) => node[keyword] !== undefined)) return true;
  const groups = independentKeywordGroups.filter(
    (some) => !some.includes("required" as never) && !some.includes("properties" as never),
  );
  return groups.some(
    (some) =>
      some.some((keyword) => other[keyword] !== undefined) &&
      some.some(
        (keyword) => node[keyword] !== undefined && JSON.stringify(node[keyword]) !== JSON.stringify(other[keyword]),
      ),
  );
}

function mergeSchemas(node: JsonObject, other: JsonObject): JsonObject {
  const { properties, required, description: _, ...rest } = other;
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: { ...(node["properties"] as JsonObject), ...(properties as JsonObject) },
    }),
    ...(required !== undefined && { required: [...new Set([...requiredIn(node), ...requiredIn(other)])] }),
  };
}

function requiredIn({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? (required as readonly string[]) : [];
}

function allOfItems(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
