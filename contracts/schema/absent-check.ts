import type { JsonObject, JsonSchema } from "../model/json.ts";
import type { IsAbsent } from "./branch-selector.ts";
import type { Contract } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { listSchemaParts, schemas, unionKeywords } from "./schema.ts";
import { isObject } from "../model/shapes.ts";
import { visitTree } from "./document-tree.ts";
import type { Direction } from "./violations/violation.ts";

/** For each schema in an `allOf`, the schema that contains the `allOf`. */
const containers = new WeakMap<Contract, WeakMap<JsonObject, JsonObject>>();

/**
 * Checks that only the other side sends a property, so that it cannot be required in this direction. Any part of an
 * `allOf` may mark the property as readOnly or writeOnly, or else all branches of a union that declare it. The `required` of a component that is part of an `allOf` by
 * reference still applies.
 */
export function createAbsentCheck(contract: Contract, direction: Direction): IsAbsent {
  const absentKeyword = direction === "request" ? "readOnly" : "writeOnly";
  if (!markedKeywords(contract).has(absentKeyword)) return () => false;
  return (schema, name) =>
    isDeclaredAbsent(schema, name) ||
    alliedSchemas(schema).some((part) => isDeclaredAbsent(part, name) || isAbsentInBranches(part, name));

  /** True if a union beside a `required` declares a property, and each branch that does so marks it. */
  function isAbsentInBranches(part: JsonObject, name: string): boolean {
    return unionKeywords.some((keyword) => {
      const declaring = schemas(part[keyword])
        .map((branch) => listSchemaParts(contract, branch).filter((inner) => declares(inner, name)))
        .filter((parts) => parts.length > 0);
      return declaring.length > 0 && declaring.every((parts) => parts.some((inner) => isDeclaredAbsent(inner, name)));
    });
  }

  function declares({ properties }: JsonObject, name: string): boolean {
    return isObject(properties) && Object.hasOwn(properties, name);
  }

  function isDeclaredAbsent({ properties }: JsonObject, name: string): boolean {
    if (!isObject(properties) || !Object.hasOwn(properties, name)) return false;
    return carriesMarker(contract, properties[name] as JsonSchema, absentKeyword);
  }

  /** Schemas that apply together with a schema. */
  function alliedSchemas(schema: JsonObject): readonly JsonObject[] {
    let containerOf = containers.get(contract);
    if (!containerOf) containers.set(contract, (containerOf = findContainers(contract)));
    let whole = schema;
    for (let container = containerOf.get(whole); container; container = containerOf.get(container)) whole = container;
    return listSchemaParts(contract, whole, () => []);
  }
}

/** Checks that a schema, or one that it always combines with, has a keyword that is true. */
export function carriesMarker(contract: Contract, schema: JsonSchema, keyword: "readOnly" | "writeOnly"): boolean {
  return listSchemaParts(contract, schema, () => []).some((part) => part[keyword] === true);
}

/** Keywords of this kind that a contract has at all. Most have none, and the search for them takes long. */
const markedKeywords = oncePer(({ document }: Contract): ReadonlySet<string> => {
  const found = new Set<string>();
  visitTree(document, "document", (node, kind) => {
    if (kind !== "schema") return;
    for (const keyword of ["readOnly", "writeOnly"]) if (node[keyword] === true) found.add(keyword);
  });
  return found;
});

function findContainers({ document }: Contract): WeakMap<JsonObject, JsonObject> {
  const containerOf = new WeakMap<JsonObject, JsonObject>();
  const shared = new Set<JsonObject>();
  visitTree(document, "document", (node, kind) => {
    if (kind !== "schema") return;
    for (const part of schemas(node["allOf"])) {
      if (!isObject(part)) continue;
      if (containerOf.has(part)) shared.add(part);
      containerOf.set(part, node);
    }
  });
  // A YAML alias occurs in several places, so it has no single container.
  for (const part of shared) containerOf.delete(part);
  return containerOf;
}
