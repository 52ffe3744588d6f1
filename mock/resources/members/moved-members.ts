import {
  type Json,
  type JsonObject,
  findMovedMembers,
  membersOf,
  propertyNamesOf,
  resourcesIn,
  sentSchemaIn,
  singular,
  valueAtPath,
  withValueAtPath,
} from "../../../contracts/index.ts";
import type { ResourceContext } from "../resource-context.ts";
import { membersIn } from "./members.ts";

/**
 * Compiles the members of a request at the places where the item has them: `website_url` of
 * `{"channel": {"website_url"}}` at the top, or the other way. The object that holds it keeps its other members.
 */
export function createMovedMembers(context: ResourceContext) {
  const { contract, operation, role, shower, representations } = context;
  const request = resourcesIn(contract).bodies.requestSchema(operation);
  const sent = request === undefined ? undefined : sentSchemaIn(contract, request, role);
  const moved =
    sent === undefined
      ? []
      : findMovedMembers(contract, {
          noun: singular(role.collection),
          sent: {
            names: propertyNamesOf(contract, sent),
            member: (name) => ({ allOf: membersOf(contract, sent, name) }),
          },
          shown: {
            names: representations.propertyNames(shower.operation),
            member: (name) => representations.propertyOf(shower.operation, name),
          },
        });
  return (body: JsonObject, before: JsonObject | undefined): JsonObject => {
    let item = body;
    for (const { from, to } of moved) {
      const value = valueAtPath(body, from);
      if (value === undefined || valueAtPath(body, to) !== undefined) continue;
      const [holder = "", ...inner] = from;
      const rest = inner.length === 0 ? {} : withoutMember(membersIn(item[holder]), inner);
      item = withoutMember(item, [holder]);
      if (Object.keys(rest).length > 0) item = { ...item, [holder]: rest };
      const [target = ""] = to;
      const known = to.length > 1 && item[target] === undefined ? before?.[target] : undefined;
      item = withValueAtPath(known === undefined ? item : { ...item, [target]: known }, to, value) as JsonObject;
    }
    return item;
  };
}

function withoutMember(item: JsonObject, [name = "", ...inner]: readonly string[]): JsonObject {
  const members = Object.entries(item).flatMap(([each, value]): [string, Json][] => {
    if (each !== name) return [[each, value]];
    return inner.length === 0 ? [] : [[each, withoutMember(membersIn(value), inner)]];
  });
  return Object.fromEntries(members);
}
