import type { Json } from "./json.ts";
import type { Contract } from "./contract.ts";
import { isOpenEnum } from "./enum.ts";
import { join, tokensOf, valueAt } from "./pointer.ts";
import { isObject, rewriteTree } from "./shapes.ts";

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

/** Where a pointer of a contract leads in which each oneOf has become an anyOf, in the contract as it was written. */
export function writtenPointer({ document }: Contract, pointer: string): string {
  let [node, written]: [Json | undefined, string] = [document, ""];
  for (const token of tokensOf(pointer)) {
    const isChanged =
      token === "anyOf" && isObject(node) && !Object.hasOwn(node, "anyOf") && Object.hasOwn(node, "oneOf");
    const own = isChanged ? "oneOf" : token;
    written = join(written, own);
    node = valueAt(node ?? null, join("", own));
  }
  return written;
}

function isDeciding(pointer: string): boolean {
  const tokens = tokensOf(pointer);
  return tokens.some((token, index) => deciding.has(token) && !maps.has(tokens[index - 1] ?? ""));
}
