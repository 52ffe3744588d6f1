import type { JsonSchema } from "../../../contracts/index.ts";
import { isObject } from "../../../contracts/index.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";
import { isNarrower } from "../../schema/bounds/narrower.ts";
import type { Found } from "./rule.ts";

/**
 * Effect of a property that the revision lists and the base only mentions in a subschema, such as a condition. Undefined
 * if the base says nothing about it, or accepts nothing that the property refuses.
 */
export function findNarrowing(
  base: SchemaNode,
  revision: SchemaNode,
  name: string,
): Pick<Found, "effect" | "concern" | "lost"> | undefined {
  if (!base.mentions(name)) return undefined;
  const schema = listedSchema(revision, name);
  const before = base.toComparedSchemas({ allOf: base.schemas });
  if (isNarrower(before, revision.toComparedSchemas({ properties: { [name]: schema } }))) return undefined;
  const refused = { not: revision.inlineReferences(schema) };
  return {
    effect: "shrank",
    concern: "constraint",
    lost: { type: "object", required: [name], properties: { [name]: refused } },
  };
}

/** Schemas of a property that a node lists, together. */
function listedSchema({ all }: SchemaNode, name: string): JsonSchema {
  const schemas = all("properties").flatMap(({ value }) => {
    if (isObject(value) && Object.hasOwn(value, name)) return [value[name] as JsonSchema];
    return [];
  });
  return { allOf: schemas };
}
