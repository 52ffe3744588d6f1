import type { Contract, Operation, Parameter } from "../model/contract.ts";
import type { JsonSchema } from "../model/json.ts";
import { join, valueAt } from "../model/pointer.ts";
import { findJsonMedia } from "../model/success.ts";
import { listMemberSchemas, listSchemaParts, listPropertyNames } from "../schema/schema.ts";

const words = /idempoten/i;

/** Places of a request that hold an idempotency key. */
export interface IdempotencyKeys {
  /** Headers and query parameters. */
  readonly parameters: readonly Parameter[];
  /** Names of members of a JSON body. */
  readonly members: readonly string[];
}

/** Idempotency keys of an operation: parts whose name or description says so. Reading operations have none. */
export function findIdempotencyKeys(contract: Contract, operation: Operation): IdempotencyKeys {
  if (operation.safe) return { parameters: [], members: [] };
  const parameters = operation.parameters.filter((parameter) => {
    if (parameter.in !== "header" && parameter.in !== "query") return false;
    const description = valueAt(contract.document, join(parameter.pointer, "description"));
    return words.test(parameter.name) || isAboutKey(description);
  });
  const schema = operation.body && findJsonMedia(operation.body.content)?.schema?.value;
  const names = schema === undefined ? [] : [...listPropertyNames(contract, schema)];
  const members = names.filter(
    (name) =>
      words.test(name) ||
      listMemberSchemas(contract, schema as JsonSchema, name).some((each) => isKeySchema(contract, each)),
  );
  return { parameters, members };
}

function isKeySchema(contract: Contract, schema: JsonSchema): boolean {
  return listSchemaParts(contract, schema).some(({ description }) => isAboutKey(description));
}

/** True for a description of a key, not of a flag or of the operation in general. */
function isAboutKey(description: unknown): boolean {
  return (
    typeof description === "string" &&
    words.test(description) &&
    /\b(key|token|id|identifier|unique)\b/i.test(description)
  );
}
