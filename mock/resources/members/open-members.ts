import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
} from "../../../contracts/index.ts";
import { isSecretName } from "../../../contracts/secrets/index.ts";

/** Schemas of an item or of a part of it. */
export interface ItemSchemas {
  /** In the response, and in the operation that reads the item whole. */
  readonly shown: readonly JsonSchema[];
  /** In requests. */
  readonly sent: readonly JsonSchema[];
  /** True if what reads the item names nothing but its key, so that the whole item is one of members without names. */
  readonly isUnnamed?: boolean;
}

/**
 * Compiles the return of members to the nested objects of a shown item. They were sent, and the response allows them
 * without naming them: a request names them, or the object has none of the named members, which then are placeholders
 * for the keys of a map, such as "locale" in `{"labels": {"en_US": "Winter"}}`. A member that the schemas of responses
 * name is omitted on purpose.
 */
export function createOpenMembers(contract: Contract, schemas: ItemSchemas): (kept: Json, item: Json) => Json {
  return (kept, item) => {
    if (!isObject(kept) || !isObject(item)) return kept;
    if (schemas.isUnnamed) return withUnnamed(kept, item, schemas);
    const shown = Object.entries(kept).map(([name, member]): [string, Json] => {
      const value = item[name];
      return [name, value === undefined ? member : withOpenMembers(member, value, membersNamed(schemas, name))];
    });
    return Object.fromEntries(shown);
  };

  function membersNamed({ shown, sent }: ItemSchemas, name: string): ItemSchemas {
    const inner = (owners: readonly JsonSchema[]): JsonSchema[] =>
      owners.flatMap((owner) => listMemberSchemas(contract, owner, name));
    return { shown: inner(shown), sent: inner(sent) };
  }

  function withOpenMembers(kept: Json, value: Json, inner: ItemSchemas): Json {
    if (kept === value) return kept;
    if (Array.isArray(kept) && Array.isArray(value) && kept.length === value.length) {
      const ofEntries = membersNamed(inner, "items");
      return kept.map((each: Json, index) => withOpenMembers(each, value[index] as Json, ofEntries));
    }
    if (isObject(kept) && isObject(value)) return withUnnamed(kept, value, inner);
    return kept;
  }

  function withUnnamed(kept: JsonObject, value: JsonObject, inner: ItemSchemas): JsonObject {
    const isClosed = inner.shown.some((schema) => listSchemaParts(contract, schema).some(isClosedPart));
    const isMap = inner.isUnnamed || !Object.keys(value).some((name) => isDeclaredName(inner.shown, name));
    const isReturned = (name: string): boolean =>
      !isClosed &&
      !isDeclaredName(inner.shown, name) &&
      !isSecretName(name) &&
      (isMap || isDeclaredName(inner.sent, name));
    const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const shown = kept[name];
      if (shown !== undefined) return [[name, withOpenMembers(shown, member, membersNamed(inner, name))]];
      return isReturned(name) ? [[name, member]] : [];
    });
    return Object.fromEntries(members);
  }

  function isDeclaredName(owners: readonly JsonSchema[], name: string): boolean {
    return owners.some((owner) => listPropertyNames(contract, owner).has(name));
  }
}

function isClosedPart(part: JsonObject): boolean {
  return [part["additionalProperties"], part["unevaluatedProperties"]].some(
    (more) => more !== undefined && more !== true,
  );
}
