import type { JsonSchema } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { isSchema } from "./well-formed.ts";

export const not = keyword<JsonSchema>({
  name: "not",
  subschemas: { form: "one", of: "value", isCondition: true },
  isWellFormed: isSchema,
  accepts(schema, value, _, { fits }) {
    const verdict = fits(schema, value);
    if (verdict === undefined) return undefined;
    return !verdict;
  },
  hasNoEffect: (schema) => schema === false,
  rejected: (schema) => [{ allOf: [schema] }],
});
