import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { closedMark } from "../model/enum.ts";
import { isObject } from "../model/shapes.ts";
import { createAbsentCheck } from "./absent-check.ts";
import { type NodeKind, onlyNodes, rewriteTree, visitTree } from "./document-tree.ts";
import { isConstraint } from "./keywords/index.ts";
import { withProto } from "./slice-schema.ts";
import type { Direction } from "./violations/violation.ts";

/** Keywords that are kept beside those of JSON Schema, because violations and `oneOf` depend on them. */
const keptAnnotations = new Set([closedMark, "discriminator"]);

/**
 * Returns schemas without values that only look like schemas, without keywords that give a schema a name (all references
 * are pointers into the document), and with `required` for one direction. Calls `register` for each schema inside.
 */
export function schemaAdapter(
  contract: Contract,
  direction: Direction,
  register: (schema: object, pointer: string) => void,
): (schema: Json | undefined, pointer: string) => JsonSchema | undefined {
  const isAbsent = createAbsentCheck(contract, direction);
  return (root, rootPointer) => {
    if (!isObject(root)) {
      if (typeof root === "boolean") return root;
      return undefined;
    }
    const adapted = rewriteTree(root, "schema", adapt, rootPointer) as JsonObject;
    visitTree(adapted, "schema", (node, _, pointer) => register(node, pointer), rootPointer);
    return adapted;
  };

  function adapt(node: JsonObject, kind: NodeKind): JsonObject {
    if (kind !== "schema") return onlyNodes(node, kind);
    const isKeptKeyword = (key: string): boolean => isConstraint(key) || keptAnnotations.has(key);
    const schema = withProto(Object.fromEntries(Object.entries(node).filter(([key]) => isKeptKeyword(key))));
    if (!Array.isArray(schema["required"])) return schema;
    return { ...schema, required: (schema["required"] as string[]).filter((name) => !isAbsent(node, name)) };
  }
}
