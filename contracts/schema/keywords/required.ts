import type { JsonObject } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { isNames } from "./well-formed.ts";

type Names = readonly string[];

export const required = keyword<Names, JsonObject>({
  name: "required",
  type: "object",
  isWellFormed: isNames,
  accepts: (names, object, schema, { isAbsent }) =>
    names.every((name) => Object.hasOwn(object, name) || isAbsent(schema, name)),
  hasNoEffect: (names) => names.length === 0,
  expected: (_, { missingProperty }) => `the property "${missingProperty}"`,
  rejected: (names) => names.map((name) => ({ type: "object", properties: { [name]: false } })),
});
