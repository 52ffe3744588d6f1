import type { Contract, Json } from "./contract.ts";
import { isOpenEnum } from "./enum.ts";
import { tokensOf } from "./pointer.ts";
import { rewriteTree } from "./shapes.ts";

const known = new WeakMap<Contract, Contract>();

/** Keywords whose schema decides on something else than whether the value fits it. */
const deciding = new Set(["if", "not", "contains", "propertyNames"]);

/** Members of a schema whose own members are schemas by name. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"]);

/**
 * A contract as its consumers must read it: open enums allow any value (§9.6). Alternatives that
 * only such values told apart may then all fit, so one of them is enough.
 */
export function openedContract(contract: Contract): Contract {
  let opened = known.get(contract);
  if (!opened) {
    const document = rewriteTree(contract.document, "document", (node, kind, pointer) => {
      if (kind !== "schema") return node;
      const schema: Record<string, Json> = { ...node };
      if (isOpenEnum(node) && !isDeciding(pointer)) delete schema["enum"];
      if (typeof schema["$ref"] === "string") schema["$ref"] = schema["$ref"].replaceAll("/oneOf/", "/anyOf/");
      if (schema["oneOf"] !== undefined && schema["anyOf"] === undefined) {
        schema["anyOf"] = schema["oneOf"];
        delete schema["oneOf"];
      }
      return schema;
    });
    opened = Object.create(contract, { document: { value: document } }) as Contract;
    known.set(contract, opened);
  }
  return opened;
}

function isDeciding(pointer: string): boolean {
  const tokens = tokensOf(pointer);
  return tokens.some((token, index) => deciding.has(token) && !maps.has(tokens[index - 1] ?? ""));
}
