import type { JsonObject, JsonSchema } from "../../contracts/index.ts";
import type { Effect } from "../policy/effects.ts";
import { isNarrower } from "../schemas/narrower.ts";
import type { SchemaNode } from "../subjects.ts";

/** A schema that says what one thing in a node says, and nothing else. */
interface Saying {
  readonly node: SchemaNode;
  readonly schema: JsonSchema;
}

/** What it does to the accepted values that one saying took the place of another; nothing where both accept the same. */
export function effectBetween(before: Saying, after: Saying): Effect | undefined {
  const [ours, theirs] = [before, after].map(({ node, schema }) => node.held(schema)) as [
    ReturnType<SchemaNode["held"]>,
    ReturnType<SchemaNode["held"]>,
  ];
  const [isLess, isMore] = [isNarrower(theirs, ours), isNarrower(ours, theirs)];
  if (isLess) return isMore ? undefined : "shrank";
  return isMore ? "grew" : "neither";
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
