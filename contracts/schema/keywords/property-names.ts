import type { JsonObject, JsonSchema } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { isAnything, isSchema } from "./well-formed.ts";

export const propertyNames = keyword<JsonSchema, JsonObject>({
  name: "propertyNames",
  type: "object",
  isNewIn31: true,
  subschemas: { form: "one", of: "names", isCondition: true },
  isWellFormed: isSchema,
  hasNoEffect: isAnything,
  rejected: () => [{ type: "object", minProperties: 1 }],
});
