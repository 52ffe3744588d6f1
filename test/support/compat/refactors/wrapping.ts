import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, pickOne, without } from "../rewriting.ts";
import { isBranch } from "./references.ts";

/** Wrap a schema in a list of one. */
export const wrapRefactors: readonly Rewriting[] = (["allOf", "anyOf", "oneOf"] as const).map((keyword) =>
  nodeRewriting(`wrap a schema in ${keyword} of one`, "schema", (spot) =>
    isBranch(spot.document, spot.pointer) ? undefined : { [keyword]: [spot.node] },
  ),
);

/** Replaces allOf of one schema by that schema. */
export const unwrap = nodeRewriting("unwrap allOf of one", "schema", ({ node }) => {
  const { allOf } = node;
  const [only, another] = (Array.isArray(allOf) ? allOf : []) as readonly Json[];
  if (Object.keys(node).length > 1 || another !== undefined) return undefined;
  return typeof only === "object" && only !== null ? (only as JsonObject) : undefined;
});

/** Groups of keywords that do not depend on other keywords. */
export const independentKeywordGroups = [
  ["minLength", "maxLength"],
  ["pattern"],
  ["format"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
  ["multipleOf"],
  ["enum"],
  ["required"],
  ["type"],
  ["minItems"],
  ["maxItems", "uniqueItems"],
  ["minProperties", "maxProperties"],
  ["contains", "minContains", "maxContains"],
  ["not"],
  ["if", "then", "else"],
  ["dependentRequired"],
  ["propertyNames"],
  ["properties", "patternProperties", "additionalProperties"],
] as const;

/** Moves some keywords of a schema into allOf. */
export const split = nodeRewriting("split a schema into allOf", "schema", (spot, pick) => {
  const { node } = spot;
  if (node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined) return undefined;
  if (node["discriminator"] !== undefined || node["x-closed"] !== undefined) return undefined;
  const keywords = pickOne(
    independentKeywordGroups.filter((some) => some.some((keyword) => node[keyword] !== undefined)),
    pick,
  );
  if (!keywords) return undefined;
  const selected = Object.fromEntries(
    Object.entries(node).filter(([key]) => (keywords as readonly string[]).includes(key)),
  );
  const all = (Array.isArray(node["allOf"]) ? node["allOf"] : []) as readonly Json[];
  return { ...without(node, ...keywords), allOf: [...all, selected] };
});

/** Rewrites a `$ref` with sibling keywords as allOf. Basis markers stay where they are. */
export const referInAllOf = nodeRewriting("write $ref as allOf", "schema", (spot) => {
  const { $ref, allOf, ...rest } = spot.node;
  const isMarked = rest["x-assumed"] !== undefined || rest["x-spec"] !== undefined;
  if ($ref === undefined || allOf !== undefined || isMarked || isBranch(spot.document, spot.pointer)) return undefined;
  return { ...rest, allOf: [{ $ref }] };
});
