import type { Json, JsonObject } from "../../../contracts/index.ts";
import { type Rewriting, type Spot, atNode, oneOf, without } from "../rewriting.ts";

const isBranch = ({ pointer }: Spot): boolean => /\/(oneOf|anyOf)\/\d+$/.test(pointer);

/** A schema becomes the only one of a list. */
export const wraps: readonly Rewriting[] = (["allOf", "anyOf", "oneOf"] as const).map((keyword) =>
  atNode(`wrap a schema in ${keyword} of one`, "schema", (spot) =>
    isBranch(spot) || isComponent(spot) ? undefined : { [keyword]: [spot.node] },
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
const lonely = [
  ["minLength", "maxLength"],
  ["pattern"],
  ["format"],
  ["minimum"],
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

/** `$ref` with something beside it, and allOf of both, say the same. */
export const referInAllOf = atNode("write $ref as allOf", "schema", (spot) => {
  const { $ref, allOf, ...rest } = spot.node;
  if ($ref === undefined || allOf !== undefined || isBranch(spot)) return undefined;
  return { ...rest, allOf: [{ $ref }] };
});

/** A component's own name is what others tell it by. */
function isComponent({ pointer }: Spot): boolean {
  return /^\/components\/schemas\/[^/]+$/.test(pointer);
}
