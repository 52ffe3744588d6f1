import type { Json, JsonObject, JsonSchema } from "../../../contracts/index.ts";
import type { Effect } from "../../verdicts/effects.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { sidesAcceptingType } from "./bound.ts";

/** A schema for names that match a pattern, and the schema that applies to them without it. */
interface PatternSchema {
  readonly keyword: KeywordValue;
  readonly pattern: string;
  readonly schema: JsonSchema;
  readonly schemaOfOthers: JsonSchema;
}

/** Patterns that only the revision has. The schemas of common patterns are compared with each other. */
export const patternPropertiesAdded: Facet = {
  name: '"patternProperties"',
  compare: (base, revision) =>
    findUnsharedPatterns(revision, base).flatMap((one): Difference[] => {
      const change = effectOfPattern(one, revision);
      const [lost, gained] = [
        objectWithMatchingName(one, one.schema, revision),
        objectWithMatchingName(one, one.schemaOfOthers, revision),
      ];
      if (change) return [{ ...change, after: one.keyword, lost, gained }];
      return [];
    }),
};

/** Patterns that only the base has: the effect is reversed. */
export const patternPropertiesRemoved: Facet = {
  name: '"patternProperties"',
  compare: (base, revision) =>
    findUnsharedPatterns(base, revision).flatMap((one): Difference[] => {
      const change = effectOfPattern(one, base);
      const [lost, gained] = [
        objectWithMatchingName(one, one.schemaOfOthers, base),
        objectWithMatchingName(one, one.schema, base),
      ];
      if (change) return [{ ...change, effect: reversedEffects[change.effect], before: one.keyword, lost, gained }];
      return [];
    }),
};

const reversedEffects: Readonly<Record<Effect, Effect>> = { grew: "shrank", shrank: "grew", neither: "neither" };

/**
 * Effect of a pattern: unnamed properties that match it get its schema instead of the schema for all others. Named
 * properties are compared one by one. If all others are refused, the pattern allows further properties.
 */
function effectOfPattern(
  { schema, schemaOfOthers }: PatternSchema,
  { normal }: SchemaNode,
): Pick<Difference, "effect" | "concern"> | undefined {
  const [own, others] = [normal(schema), normal(schemaOfOthers)];
  const acceptsMore = own !== others && (others === normal(false) || own === normal(true));
  const acceptsLess = own !== others && (own === normal(false) || others === normal(true));
  if (own === others || (own === normal(true) && !acceptsMore)) return undefined;
  const effect = acceptsLess ? "shrank" : acceptsMore ? "grew" : "neither";
  return { effect, ...(others === normal(false) && { concern: "extra" }) };
}

function findUnsharedPatterns(node: SchemaNode, other: SchemaNode): PatternSchema[] {
  if (sidesAcceptingType("object", node, other) !== "both") return [];
  const known = new Set(listPatternSchemas(other).map(({ pattern }) => pattern));
  return listPatternSchemas(node).filter(({ pattern }) => !known.has(pattern));
}

function listPatternSchemas(node: SchemaNode): PatternSchema[] {
  const unevaluated = node.all("unevaluatedProperties")[0]?.value ?? true;
  return node.all("patternProperties").flatMap(({ value, at }) => {
    const home = at.slice(0, at.lastIndexOf("/"));
    const own = node.all("additionalProperties").find((one) => one.at.slice(0, one.at.lastIndexOf("/")) === home);
    return Object.entries(value as JsonObject).map(([pattern, schema]) => ({
      pattern,
      schema: schema as JsonSchema,
      keyword: { value: pattern, at },
      schemaOfOthers: (own?.value ?? unevaluated) as Json as JsonSchema,
    }));
  });
}

/** Schema of objects with a property whose name matches and whose value is refused. */
function objectWithMatchingName({ pattern }: PatternSchema, schema: JsonSchema, node: SchemaNode): JsonSchema {
  const additionalProperties = { not: node.inlineReferences(schema) };
  return { type: "object", minProperties: 1, propertyNames: { pattern }, additionalProperties };
}
