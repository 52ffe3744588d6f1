import type { JsonSchema } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { isAnything, isSchema } from "./well-formed.ts";

/** Without `then` and `else` it has no effect. */
export const condition = keyword<JsonSchema>({
  name: "if",
  isNewIn31: true,
  subschemas: { form: "one", of: "value", isCondition: true },
  isWellFormed: isSchema,
  hasNoEffect: (_, schema) =>
    [schema["then"], schema["else"]].every((branch) => branch === undefined || isAnything(branch)),
});

export const then = branchKeyword("then");
export const otherwise = branchKeyword("else");

function branchKeyword(name: "then" | "else") {
  return keyword<JsonSchema>({
    name,
    isNewIn31: true,
    subschemas: { form: "one", of: "value" },
    isWellFormed: isSchema,
    hasNoEffect: (branch, schema) => schema["if"] === undefined || isAnything(branch),
    rejected: () => [],
  });
}
