import type { JsonSchema } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { everyVerdict } from "./verdicts.ts";
import { isSchemaList } from "./well-formed.ts";

export const allOf = keyword<readonly JsonSchema[]>({
  name: "allOf",
  subschemas: { form: "list", of: "value" },
  isWellFormed: isSchemaList,
  accepts: (parts, value, _, { fits }) => everyVerdict(parts, (part) => fits(part, value)),
  rejected: (parts, _, not) => parts.map(not),
});
