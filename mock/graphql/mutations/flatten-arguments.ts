import { type JsonObject, isObject } from "../../../contracts/index.ts";

/** Arguments, with the members of input objects in their place. */
export function flattenArguments(given: JsonObject): JsonObject {
  const members = Object.entries(given).map(([name, value]) =>
    isObject(value) ? flattenArguments(value) : { [name]: value },
  );
  return Object.assign({}, ...members) as JsonObject;
}
