import type { JsonObject, JsonSchema } from "../../../contracts/index.ts";
import type { Effect } from "../../verdicts/effects.ts";
import { relateSchemas } from "../../schema/bounds/narrower.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";

/** A schema with one keyword of a node only. */
interface KeywordSchema {
  readonly node: SchemaNode;
  readonly schema: JsonSchema;
}

/** Effect on the accepted values if one schema replaces another. */
interface ReplacementEffect {
  readonly effect: Effect;
  /** True if the comparison reached its limit of work. "neither" then means that no relation was found. */
  readonly isUncompared: boolean;
}

/** Effect of replacing one schema by another; undefined if both accept the same values. */
export function effectBetween(before: KeywordSchema, after: KeywordSchema): ReplacementEffect | undefined {
  const [ours, theirs] = [before, after].map(({ node, schema }) => node.toComparedSchemas(schema)) as [
    ReturnType<SchemaNode["toComparedSchemas"]>,
    ReturnType<SchemaNode["toComparedSchemas"]>,
  ];
  const [less, more] = [relateSchemas(theirs, ours), relateSchemas(ours, theirs)];
  if (less.isNarrower && more.isNarrower) return undefined;
  const effect = less.isNarrower ? "shrank" : more.isNarrower ? "grew" : "neither";
  return { effect, isUncompared: less.isCut || more.isCut };
}

/**
 * Checks if one of two nodes refuses unevaluated members or items. A subschema then allows the members that it names,
 * whatever it requires of them.
 */
export function countsEvaluated(base: SchemaNode, revision: SchemaNode): boolean {
  const keywords = ["unevaluatedProperties", "unevaluatedItems"];
  return [base, revision].some((node) =>
    keywords.some((keyword) => node.all(keyword).some(({ value }) => value !== true)),
  );
}

/** The value of another keyword in the same schema. */
export function siblingKeyword(node: SchemaNode, at: string, keyword: string): JsonObject {
  const toSchemaPointer = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
  const sibling = node.all(keyword).find((one) => toSchemaPointer(one.at) === toSchemaPointer(at));
  if (sibling) return { [keyword]: sibling.value };
  return {};
}
