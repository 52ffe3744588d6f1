import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, oneOf, without } from "../rewriting.ts";
import { isBranch } from "./references.ts";

/** A schema becomes the only one of a list. */
export const wraps: readonly Rewriting[] = (["allOf", "anyOf", "oneOf"] as const).map((keyword) =>
  atNode(`wrap a schema in ${keyword} of one`, "schema", (spot) =>
    isBranch(spot.document, spot.pointer) ? undefined : { [keyword]: [spot.node] },
  ),
);

/** allOf of one gives way to the one. */
export const unwrap = atNode("unwrap allOf of one", "schema", ({ node }) => {
  const { allOf } = node;
  const [only, another] = (Array.isArray(allOf) ? allOf : []) as readonly Json[];
  if (Object.keys(node).length > 1 || another !== undefined) return undefined;
  return typeof only === "object" && only !== null ? (only as JsonObject) : undefined;
});

/** Keywords that look at nothing beside them. */
export const lonely = [
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

/** Some keywords of a schema go into a member of allOf. */
export const split = atNode("split a schema into allOf", "schema", (spot, pick) => {
  const { node } = spot;
  if (node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined) return undefined;
  if (node["discriminator"] !== undefined || node["x-closed"] !== undefined) return undefined;
  const keywords = oneOf(
    lonely.filter((some) => some.some((keyword) => node[keyword] !== undefined)),
    pick,
  );
  if (!keywords) return undefined;
  const apart = Object.fromEntries(
    Object.entries(node).filter(([key]) => (keywords as readonly string[]).includes(key)),
  );
  const all = (Array.isArray(node["allOf"]) ? node["allOf"] : []) as readonly Json[];
  return { ...without(node, ...keywords), allOf: [...all, apart] };
});

/** `$ref` with something beside it, and allOf of both, say the same; but how it is known, each says of what it holds. */
export const referInAllOf = atNode("write $ref as allOf", "schema", (spot) => {
  const { $ref, allOf, ...rest } = spot.node;
  const isMarked = rest["x-assumed"] !== undefined || rest["x-spec"] !== undefined;
  if ($ref === undefined || allOf !== undefined || isMarked || isBranch(spot.document, spot.pointer)) return undefined;
  return { ...rest, allOf: [{ $ref }] };
});
