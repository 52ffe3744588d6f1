import type { JsonObject, JsonSchema } from "../model/json.ts";
import type { IsAbsent } from "./branches-for.ts";
import type { Contract } from "../model/contract.ts";
import { partsOf, schemas, targetOf } from "./schema.ts";
import { isObject, visitTree } from "../model/shapes.ts";
import type { Direction } from "./violation.ts";

/** By a schema that stands in an `allOf`, the one that it is a part of. */
const wholes = new WeakMap<Contract, WeakMap<JsonObject, JsonObject>>();

/**
 * Whether a property is one that only the other side sends: nobody can require it in this direction, whichever part of an
 * `allOf` says so. What a component requires that is a part by reference, it requires wherever it is one.
 */
export function absentIn(contract: Contract, direction: Direction): IsAbsent {
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  return (schema, name) => isSaid(schema, name) || partsWith(schema).some((part) => isSaid(part, name));

  function isSaid({ properties }: JsonObject, name: string): boolean {
    return (
      isObject(properties) && Object.hasOwn(properties, name) && isMarked(properties[name] as JsonSchema, new Set())
    );
  }

  function isMarked(schema: JsonSchema, seen: Set<JsonSchema>): boolean {
    if (typeof schema === "boolean" || seen.has(schema)) return false;
    seen.add(schema);
    if (schema[absent] === true) return true;
    const parts = [
      ...(typeof schema["$ref"] === "string" ? [targetOf(contract, schema["$ref"])] : []),
      ...schemas(schema["allOf"]),
    ];
    return parts.some((part) => isMarked(part, seen));
  }

  /** What holds together with a schema. */
  function partsWith(schema: JsonObject): readonly JsonObject[] {
    let known = wholes.get(contract);
    if (!known) wholes.set(contract, (known = wholesIn(contract)));
    let whole = schema;
    for (let above = known.get(whole); above; above = known.get(above)) whole = above;
    return partsOf(contract, whole, () => []);
  }
}

function wholesIn({ document }: Contract): WeakMap<JsonObject, JsonObject> {
  const found = new WeakMap<JsonObject, JsonObject>();
  const shared = new Set<JsonObject>();
  visitTree(document, "document", (node, kind) => {
    if (kind !== "schema") return;
    for (const part of schemas(node["allOf"])) {
      if (!isObject(part)) continue;
      if (found.has(part)) shared.add(part);
      found.set(part, node);
    }
  });
  // What a document has in several places (YAML aliases) is no part of one of them alone.
  for (const part of shared) found.delete(part);
  return found;
}
