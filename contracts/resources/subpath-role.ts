import type { JsonSchema } from "../model/json.ts";
import { foldedName } from "../text/folded.ts";
import type { Operation } from "../model/contract.ts";
import { batchRole } from "./batch-role.ts";
import type { Role, RoleKind } from "../model/role.ts";
import { partsOf } from "../schema/schema.ts";
import { successOf } from "../model/success.ts";
import { type Resource, type Resources, itemPathOf } from "./resources.ts";
import { itemRole, keyRole, listRole } from "./item-role.ts";

const searchWords = /^_?(search|find|query|filter|lookup|list|all$)/i;
/** Actions that change an item, and do not make another, also if they are answered with 201. */
const changeWords =
  /^(un|re|de|dis|en)?(cancel|close|open|lock|archive|activate|able|approve|reject|accept|assign|complete|finish|pause|start|stop|suspend|publish|resolve|store|sume|favou?rite|star|like|follow|mute|pin|mark|read|verify|confirm|launch|abort|enable|disable)$/i;
const copyWords = /^(copy|duplicate|clone)$/i;

/**
 * Role of an operation whose path adds one word to a collection or an item: it searches the collection
 * ("/orders:search"), creates an item ("/users/invite"), changes one ("/orders/{id}/cancel"), copies one, reads or
 * writes a part of one ("/boards/{id}/sharing"), or affects several ("/orders:batchCreate"). The bodies decide. Returns
 * undefined if they do not contain the item.
 */
export function subpathRole(operation: Operation, path: string, resources: Resources): Role | undefined {
  const { bodies, contract } = resources;
  const [, above = "", word = ""] = /^(.*)[/:]([^/{}:]+)$/.exec(path) ?? [];
  if (word === "") return undefined;
  const shown = bodies.responseSchema(operation);
  const sent = bodies.requestSchema(operation);
  const item = itemPathOf(above);
  const isBelowItem = item !== undefined && resources.idParameterOf(item.collection) !== undefined;
  return (
    (isBelowItem ? roleAtItem(resources.at(item.collection), item.idParameter) : undefined) ??
    searchRole() ??
    batchRole(operation, { collection: above, word }, resources) ??
    creationRole()
  );

  function roleAtItem(resource: Resource, idParameter: string): Role | undefined {
    const key = { ...keyRole(resource), idParameter };
    const part = resource.item === undefined ? undefined : partNamedByPath(resource.item);
    if (part !== undefined) return { kind: operation.safe ? "read" : "transition", ...key, part };
    if (operation.safe || operation.method === "DELETE") return undefined;
    if (shown === undefined) return canReturnNotFound(operation) ? { kind: "transition", ...key } : undefined;
    if (!resources.isItemOf(shown, resource)) return undefined;
    const isCopy = copyWords.test(word) || (isCreation(operation) && !changeWords.test(word));
    const kind: RoleKind = isCopy ? "copy" : "transition";
    return { ...itemRole(kind, resource, { shown, sent }), idParameter };
  }

  /** Property of the item with the name of the path's last word, if the bodies hold exactly that property. */
  function partNamedByPath(whole: JsonSchema): string | undefined {
    const part = [...bodies.names(whole)].find((name) => foldedName(name) === foldedName(word));
    const inner = part === undefined ? undefined : bodies.member(whole, part);
    const operationBodies = [shown, sent].filter((body) => body !== undefined);
    const bodiesHoldPart =
      inner !== undefined && operationBodies.length > 0 && operationBodies.every((body) => sharesSchema(body, inner));
    return bodiesHoldPart && ["GET", "PUT", "PATCH"].includes(operation.method) ? part : undefined;
  }

  function sharesSchema(one: JsonSchema, other: JsonSchema): boolean {
    const schemaTexts = (of: JsonSchema): string[] =>
      partsOf(contract, of).flatMap((part) => ((part["$ref"] ?? part["allOf"]) ? [] : JSON.stringify(part)));
    const others = new Set(schemaTexts(other));
    return schemaTexts(one).some((text) => others.has(text));
  }

  /**
   * Search in the collection above. If its last segment is a parameter of collections below, the search covers all of
   * them.
   */
  function searchRole(): Role | undefined {
    if (!searchWords.test(word) || !(operation.safe || operation.method === "POST")) return undefined;
    const below = resources.collections.filter((each) => each.startsWith(`${above}/{`) && each.endsWith("}"));
    for (const collection of [...below, above]) {
      const isDirect = !collection.slice(above.length + 1).includes("/");
      if (!isDirect || resources.idParameterOf(collection) === undefined) continue;
      const resource = resources.at(collection);
      const list = resource.findList(shown);
      if (list && (resources.isItemOf(list.site.schema, resource) || isAlike(resource, list.site.names)))
        return listRole(resource, list);
    }
    return undefined;
  }

  /** True for objects with most members of an item, of which a list may leave out the key. */
  function isAlike(resource: Resource, names: ReadonlySet<string>): boolean {
    if (resource.item === undefined || names.size <= 2) return false;
    return resources.likeness(names, bodies.names(resource.item)) > 0.75;
  }

  function creationRole(): Role | undefined {
    if (resources.idParameterOf(above) === undefined || !isCreation(operation)) return undefined;
    const resource = resources.at(above);
    return shown !== undefined && resources.isItemOf(shown, resource)
      ? itemRole("create", resource, { shown, sent })
      : undefined;
  }
}

function isCreation(operation: Operation): boolean {
  return operation.method === "POST" && successOf(operation, 201).status === 201;
}

function canReturnNotFound({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404");
}
