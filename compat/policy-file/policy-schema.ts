import type { JsonObject } from "../../contracts/index.ts";
import { policyShape, sharedShapes } from "./policy-keys.ts";

/** JSON Schema of a policy file, for editors. */
export function policySchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Policy of concord compat",
    description: "Compatibility policy: a file of --policy, or the key compat of concord.config.ts.",
    ...policyShape.schema,
    // An empty YAML file is null.
    type: ["object", "null"],
    $defs: Object.fromEntries(Object.entries(sharedShapes).map(([name, { schema }]) => [name, schema])),
  };
}
