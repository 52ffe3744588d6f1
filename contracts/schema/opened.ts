import type { Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isOpenEnum } from "../model/enum.ts";
import { oncePer } from "../model/once-per.ts";
import { join, splitPointer, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { rewriteTree } from "./document-tree.ts";
import { keywords } from "./keywords/index.ts";

/** Members that hold a map from names to schemas. */
const schemaMaps = new Set([
  "schemas",
  ...keywords
    .values()
    .filter(({ subschemas }) => subschemas?.form === "map")
    .map(({ name }) => name),
]);

/**
 * Returns a contract as consumers must read it: open enums accept any value, and each `oneOf` becomes an `anyOf`,
 * because an unlisted enum value can match several of its branches.
 */
export const openedContract = oncePer((contract: Contract): Contract => withOverlappingBranches(contract, true));

/** Returns a contract in which a value may match several branches of a `oneOf`: each becomes an `anyOf`. */
export const overlappingContract = oncePer((contract: Contract): Contract => withOverlappingBranches(contract, false));

function withOverlappingBranches(contract: Contract, opensEnums: boolean): Contract {
  const document = rewriteTree(contract.document, "document", (node, kind, pointer) => {
    if (kind !== "schema") return node;
    const schema: Record<string, Json> = { ...node };
    if (opensEnums && isOpenEnum(node) && !isInCondition(pointer)) delete schema["enum"];
    if (typeof schema["$ref"] === "string") schema["$ref"] = schema["$ref"].replaceAll("/oneOf/", "/anyOf/");
    if (schema["oneOf"] !== undefined && schema["anyOf"] === undefined) {
      schema["anyOf"] = schema["oneOf"];
      delete schema["oneOf"];
    }
    return schema;
  });
  return Object.create(contract, { document: { value: document } }) as Contract;
}

/** Converts a pointer into an opened contract to the pointer into the original, where `anyOf` may still be `oneOf`. */
export function writtenPointer({ document }: Contract, pointer: string): string {
  let [node, written]: [Json | undefined, string] = [document, ""];
  for (const token of splitPointer(pointer)) {
    const isChanged =
      token === "anyOf" && isObject(node) && !Object.hasOwn(node, "anyOf") && Object.hasOwn(node, "oneOf");
    const writtenToken = isChanged ? "oneOf" : token;
    written = join(written, writtenToken);
    node = valueAt(node ?? null, join("", writtenToken));
  }
  return written;
}

function isInCondition(pointer: string): boolean {
  const tokens = splitPointer(pointer);
  return tokens.some(
    (token, index) => keywords.get(token)?.subschemas?.isCondition && !schemaMaps.has(tokens[index - 1] ?? ""),
  );
}
