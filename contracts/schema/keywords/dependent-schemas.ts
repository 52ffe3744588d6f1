import { isObject } from "../../model/shapes.ts";
import { keyword } from "./keyword.ts";
import { hasNoMembers } from "./well-formed.ts";

export const dependentSchemas = keyword({
  name: "dependentSchemas",
  type: "object",
  isNewIn31: true,
  subschemas: { form: "map", of: "value" },
  isWellFormed: isObject,
  hasNoEffect: hasNoMembers,
});
