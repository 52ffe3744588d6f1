import { type Json, type JsonObject, type Role, bodyWithItem, itemInRequest } from "../../../contracts/index.ts";
import { toMembers } from "../members/members.ts";

/** An item inside the wrapper of the body, if there is one. */
export function withWrapper(item: JsonObject, { wrapper }: Role): JsonObject {
  return bodyWithItem(item, wrapper) as JsonObject;
}

/** The item in a body, without the members that wrap it. */
export function withoutWrapper(body: Json | undefined, role: Role): JsonObject {
  return toMembers(itemInRequest(body, role));
}
