import { foldedName } from "../text/folded.ts";
import type { Contract, Operation } from "../model/contract.ts";
import type { JsonSchema } from "../model/json.ts";
import type { Role } from "../model/role.ts";
import { isObject } from "../model/shapes.ts";
import { partsOf, propertyNamesOf, typesOf } from "../schema/schema.ts";
import { singular } from "../text/nouns.ts";
import { resourcesIn } from "./resources.ts";

/** Keys of items of free form, by collection: the member that the path parameter names, or else `id`. */
export function freeFormKeysOf(contract: Contract, roles: ReadonlyMap<Operation, Role>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [collection, its] of Map.groupBy(roles, ([, role]) => role.collection)) {
    const key = findFreeFormKey(contract, its);
    if (key !== undefined) keys.set(collection, key);
  }
  return keys;
}

/** Key of the items of a collection, if all its bodies show objects without documented members. */
function findFreeFormKey(contract: Contract, its: readonly (readonly [Operation, Role])[]): string | undefined {
  const { bodies, at } = resourcesIn(contract);
  const [, first] = its[0] as readonly [Operation, Role];
  const resource = at(first.collection);
  const isKeyed = its.some(([, { idProperty }]) => idProperty !== undefined);
  if (resource.idParameter === undefined || resource.item !== undefined || resource.isListOfKeys || isKeyed)
    return undefined;
  const shown = its
    .filter(([, { kind, part }]) => (kind === "create" || kind === "read") && part === undefined)
    .map(([operation]) => resource.findItem(bodies.responseSchema(operation))?.site.schema);
  const isFreeForm =
    shown.length > 0 && shown.every((schema) => schema !== undefined && takesAnyText(contract, schema));
  return isFreeForm ? nameKey(resource.idParameter, first.collection) : undefined;
}

/** True for objects that may have a text under any name. */
function takesAnyText(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  if (types.join() !== "object" || propertyNamesOf(contract, schema).size > 0) return false;
  return partsOf(contract, schema).every(({ additionalProperties = true, propertyNames, patternProperties }) => {
    if (propertyNames !== undefined || patternProperties !== undefined) return false;
    if (isObject(additionalProperties)) return typesOf(contract, additionalProperties).includes("string");
    return additionalProperties !== false;
  });
}

/** Member that a path parameter names: "sku" for {sku}, "uuid" for {file_uuid}, and "id" for {document}. */
export function nameKey(parameter: string, collection: string): string {
  const words = parameter.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").split(/[^A-Za-z\d]+/);
  const last = words.at(-1) ?? "id";
  if (words.length > 1) return last.toLowerCase();
  const isNoun = foldedName(parameter) === foldedName(singular(collection));
  return isNoun ? "id" : last;
}
