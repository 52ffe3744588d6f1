import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, pickOne, without } from "../rewriting.ts";
import { isBranch } from "./references.ts";
import { independentKeywordGroups } from "./wrapping.ts";

/** Equivalent forms with other keywords. */
export const spellingRefactors: readonly Rewriting[] = [
  nodeRewriting("write integer as multiples of one", "schema", ({ node }) =>
    node["type"] === "integer" && node["multipleOf"] === undefined
      ? { ...node, type: "number", multipleOf: 1 }
      : undefined,
  ),
  nodeRewriting("write whole multiples of a number as those of an integer", "schema", ({ node }) =>
    node["type"] === "number" && Number.isInteger(node["multipleOf"]) ? { ...node, type: "integer" } : undefined,
  ),
  nodeRewriting("write a pattern in other words", "schema", ({ node: { pattern, ...rest } }) => {
    if (typeof pattern !== "string") return undefined;
    const other = pattern.replaceAll("[0-9]", String.raw`\d`);
    return { ...rest, pattern: other === pattern ? `(?:${pattern})` : other };
  }),
  nodeRewriting("write dependentRequired as if and then", "schema", ({ node }) => {
    const { dependentRequired, if: condition, ...rest } = node;
    const [needed, another] = Object.entries(isObject(dependentRequired) ? dependentRequired : {});
    if (!needed || another || condition !== undefined) return undefined;
    const [name, required] = needed;
    return { ...rest, if: { required: [name] }, then: { required } };
  }),
  nodeRewriting("say twice that it is not", "schema", ({ node }, pick) => {
    const isEvaluating = node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined;
    if (isEvaluating || ["not", "x-closed", "nullable"].some((one) => node[one] !== undefined)) return undefined;
    const groups = independentKeywordGroups.filter((some) => some.some((keyword) => node[keyword] !== undefined));
    const keywords = pickOne(
      groups.filter((some) => !some.includes("properties" as never)),
      pick,
    );
    if (!keywords) return undefined;
    const selected = Object.entries(node).filter(([key]) => (keywords as readonly string[]).includes(key));
    return { ...without(node, ...keywords), not: { not: Object.fromEntries(selected) } };
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`write enum as ${keyword} of several enums`, "schema", (spot) => {
      const { enum: values, ...rest } = spot.node;
      const others = ["oneOf", "anyOf", "x-closed", "discriminator"];
      if (!Array.isArray(values) || values.length < 2 || others.some((one) => rest[one] !== undefined))
        return undefined;
      const [first, ...left] = new Set(values as readonly Json[]);
      if (left.length === 0) return undefined;
      return { ...rest, [keyword]: [{ enum: left }, { enum: [first as Json] }] };
    }),
  ),
  nodeRewriting("add a shape that is a part of it", "schema", ({ node, pointer }) => {
    const plain = ["type", "maxLength", "pattern", "format"];
    if (node["type"] !== "string" || isBranchOrNamed(pointer) || Object.keys(node).some((key) => !plain.includes(key)))
      return undefined;
    return { anyOf: [node, { ...node, minLength: 2 }] };
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`unwrap ${keyword} of one`, "schema", (spot) => {
      const branches = spot.node[keyword];
      const [only, another] = (Array.isArray(branches) ? branches : []) as readonly Json[];
      if (Object.keys(spot.node).length > 1 || another !== undefined || isBranch(spot.document, spot.pointer))
        return undefined;
      return isObject(only) ? (only as JsonObject) : undefined;
    }),
  ),
];

/** Checks for a schema in `dependentSchemas`, whose required members are reported separately. */
export function isDependent(pointer: string): boolean {
  return /\/dependentSchemas\/[^/]+$/.test(pointer);
}

/** Checks for a component, whose name can be a discriminator value. */
function isNamed(pointer: string): boolean {
  return /^\/components\/schemas\/[^/]+$/.test(pointer);
}

/** Checks for a branch of a union, or a component. */
function isBranchOrNamed(pointer: string): boolean {
  return isNamed(pointer) || /\/(oneOf|anyOf|allOf)\/\d+$/.test(pointer);
}
