import { isUtf8 } from "node:buffer";
import { type Contract, type Json, type JsonSchema, createTextReader, typesOf } from "../../contracts/index.ts";
import type { RequestViolation } from "../problem.ts";

/**
 * Reads text as a value of its schema: of "12", an integer where the schema asks for one. Nothing where the schema is
 * of objects or lists alone, which say how markup and the like are built, not how they are written.
 */
export function textReader(
  contract: Contract,
  schema: JsonSchema = true,
): ((bytes: Uint8Array) => { readonly value: Json } | RequestViolation) | undefined {
  if (typesOf(contract, schema).every((type) => type === "object" || type === "array")) return undefined;
  const read = createTextReader(contract, schema);
  return (bytes) =>
    isUtf8(bytes)
      ? { value: read(Buffer.from(bytes).toString()) }
      : { in: "body", pointer: "", expected: "text in UTF-8", got: "bytes that are none" };
}
