import type { JsonObject, JsonSchema } from "../../../contracts/index.ts";
import type { Effect } from "../../verdicts/effects.ts";
import { relationOf } from "../../schema/bounds/narrower.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";

/** A schema that says what one thing in a node says, and nothing else. */
interface Saying {
  readonly node: SchemaNode;
  readonly schema: JsonSchema;
}

/** The effect on the accepted values where one saying took the place of another. */
interface Replaced {
  readonly effect: Effect;
  /** Whether the comparison ended at a limit: then "neither" says only that neither was seen. */
  readonly isUncompared: boolean;
}

/** The effect of one saying in place of another; undefined where both accept the same. */
export function effectBetween(before: Saying, after: Saying): Replaced | undefined {
  const [ours, theirs] = [before, after].map(({ node, schema }) => node.toComparedSchemas(schema)) as [
    ReturnType<SchemaNode["toComparedSchemas"]>,
    ReturnType<SchemaNode["toComparedSchemas"]>,
  ];
  const [less, more] = [relationOf(theirs, ours), relationOf(ours, theirs)];
  if (less.isNarrower && more.isNarrower) return undefined;
  const effect = less.isNarrower ? "shrank" : more.isNarrower ? "grew" : "neither";
  return { effect, isUncompared: less.isCut || more.isCut };
}

/**
 * Whether one of two nodes refuses members or items that nothing else in it speaks of: then a schema opens what it names,
 * whatever it asks of that.
 */
export function countsEvaluated(base: SchemaNode, revision: SchemaNode): boolean {
  const keywords = ["unevaluatedProperties", "unevaluatedItems"];
  return [base, revision].some((node) =>
    keywords.some((keyword) => node.all(keyword).some(({ value }) => value !== true)),
  );
}

/** What is said by another keyword in the schema where something is said. */
export function saidBeside(node: SchemaNode, at: string, keyword: string): JsonObject {
  const homeOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
  const said = node.all(keyword).find((one) => homeOf(one.at) === homeOf(at));
  return said ? { [keyword]: said.value } : {};
}
