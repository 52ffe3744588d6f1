import { type Json, type JsonObject, isObject, rewriteTree } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, deepTargets, oneOf, spotsOf, withComponent, without } from "../rewriting.ts";
import { lonely } from "./wrapping.ts";

/** By these, a schema looks at its members as a whole. */
const seeing = ["additionalProperties", "patternProperties", "unevaluatedProperties", "enum", "const"];
const markers = ["x-spec", "x-assumed", "x-closed"];

/** What several schemas say of a property, a component says that they build on. */
const shareProperty: Rewriting = {
  name: "move a property into a component that those build on which have it",
  rewrite(document, pick) {
    const aimed = deepTargets(document);
    const holders = spotsOf(document, "schema").filter(
      ({ node, pointer }) => isOpen(node) && !aimed.some((target) => target.startsWith(`${pointer}/`)),
    );
    const spot = oneOf(holders, pick);
    const name = spot && oneOf(Object.keys(spot.node["properties"] as JsonObject), pick);
    if (!spot || name === undefined) return undefined;
    const said = saidOf(spot.node, name);
    const pointers = new Set(holders.flatMap(({ node, pointer }) => (saidOf(node, name) === said ? [pointer] : [])));
    const schema = (spot.node["properties"] as JsonObject)[name] as Json;
    const { document: extended, reference } = withComponent(document, "schemas", {
      ...(spot.node["type"] === "object" && { type: "object" }),
      properties: { [name]: schema },
      ...(requiredIn(spot.node).includes(name) && { required: [name] }),
    });
    // What stands inside of the property itself moves with it.
    return rewriteTree(extended, "document", (node, _, pointer) =>
      pointers.has(pointer) ? building(node, name, reference) : node,
    ) as JsonObject;
  },
};

/** Lists of schemas that all hold are one list, however they are put together. */
export const parents: readonly Rewriting[] = [
  shareProperty,
  atNode("put two of allOf into one allOf", "schema", ({ node }) => {
    const [one, other, another, ...rest] = listOf(node["allOf"]);
    if (one === undefined || other === undefined || another === undefined) return undefined;
    return { ...node, allOf: [{ allOf: [one, other] }, another, ...rest] };
  }),
  atNode("take allOf in allOf apart", "schema", ({ node }) => {
    const all = listOf(node["allOf"]);
    const isList = (one: Json): one is JsonObject => isObject(one) && Object.keys(one).join() === "allOf";
    if (!all.some(isList)) return undefined;
    return { ...node, allOf: all.flatMap((one) => (isList(one) ? listOf(one["allOf"]) : [one])) };
  }),
  atNode("say one of allOf twice", "schema", ({ node }, pick) => {
    const again = oneOf(listOf(node["allOf"]), pick);
    return again === undefined ? undefined : { ...node, allOf: [...listOf(node["allOf"]), again] };
  }),
  atNode("say what one of allOf says beside it", "schema", ({ node }) => {
    const all = listOf(node["allOf"]);
    const index = all.findIndex((one) => isObject(one) && isPlain(one) && !clashes(node, one));
    if (index === -1) return undefined;
    const left = all.toSpliced(index, 1);
    return {
      ...without(node, ...(left.length === 0 ? ["allOf"] : [])),
      ...merged(node, all[index] as JsonObject),
      ...(left.length > 0 && { allOf: left }),
    };
  }),
];

function isOpen(node: JsonObject): boolean {
  const { properties } = node;
  return (
    isObject(properties) && Object.keys(properties).length > 0 && seeing.every((keyword) => node[keyword] === undefined)
  );
}

function saidOf(node: JsonObject, name: string): string {
  const { properties } = node;
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return schema === undefined
    ? ""
    : JSON.stringify([schema, requiredIn(node).includes(name), node["type"], node["x-spec"], node["x-assumed"]]);
}

function building(node: JsonObject, name: string, reference: JsonObject): JsonObject {
  const required = requiredIn(node).filter((one) => one !== name);
  return {
    ...node,
    properties: without(node["properties"] as JsonObject, name),
    ...(node["required"] !== undefined && { required }),
    allOf: [reference, ...listOf(node["allOf"])],
  };
}

/** Whether a schema says nothing by what stands beside, and has no name or marker of its own. */
function isPlain(node: JsonObject): boolean {
  const known = new Set<string>([...lonely.flat().filter((one) => !seeing.includes(one)), "description"]);
  return Object.keys(node).every((key) => known.has(key));
}

/** Whether two schemas that hold together cannot be written as one without a word for both. */
function clashes(node: JsonObject, other: JsonObject): boolean {
  const properties = isObject(node["properties"]) ? node["properties"] : {};
  const others = isObject(other["properties"]) ? other["properties"] : {};
  if (Object.keys(others).some((name) => Object.hasOwn(properties, name))) return true;
  if ([...seeing, ...markers].some((keyword) => node[keyword] !== undefined)) return true;
  const groups = lonely.filter((some) => !some.includes("required" as never) && !some.includes("properties" as never));
  return groups.some(
    (some) =>
      some.some((keyword) => other[keyword] !== undefined) &&
      some.some(
        (keyword) => node[keyword] !== undefined && JSON.stringify(node[keyword]) !== JSON.stringify(other[keyword]),
      ),
  );
}

function merged(node: JsonObject, other: JsonObject): JsonObject {
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

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
