import type { Contract, Header } from "../model/contract.ts";
import type { Json, JsonSchema } from "../model/json.ts";
import { listMemberSchemas, listSchemaParts, listJsonTypes } from "../schema/schema.ts";
import { validatorOf } from "../schema/validator.ts";
import { createParameterReader, headerParameter } from "./parameter.ts";
import { createTextReader } from "./text.ts";

/**
 * Compiles a reader of a response header. Each branch of a union reads the text by its own types, and the first value
 * that the schema accepts counts. Without one, it is the value by all types.
 */
export function createHeaderReader(contract: Contract, header: Header): (text: string) => Json {
  const readers = [
    ...new Set<JsonSchema>([header.schema.value, ...listSchemaParts(contract, header.schema.value)]),
  ].map((part) => createBranchReader(contract, header, part));
  const violationsOf = validatorOf(contract, header.schema.pointer, "response");
  return (text) => {
    const values = readers.map((read) => read(text));
    return values.find((value) => violationsOf(value).length === 0) ?? (values[0] as Json);
  };
}

function createBranchReader(contract: Contract, header: Header, schema: JsonSchema): (text: string) => Json {
  const types = listJsonTypes(contract, schema);
  const isList = types.includes("array") && !types.includes("string") && header.mediaType === undefined;
  if (!isList || header.style !== "simple") {
    const read = createParameterReader(contract, { ...headerParameter(header), schema: { value: schema } }).fromText;
    const isRecord = types.includes("object") && !types.includes("string") && header.mediaType === undefined;
    if (isRecord) return (text) => read(withoutSpaces(text));
    return read;
  }
  const readItem = createTextReader(contract, { allOf: listMemberSchemas(contract, schema, "items") });
  return (text) => listMembers(text).map(readItem);
}

function withoutSpaces(text: string): string {
  const parts = text.split(",").map((part) => part.trim());
  return parts.join(",");
}

/** Members of a list, without the white space around them and empty members (RFC 9110, section 5.6.1). */
function listMembers(text: string): readonly string[] {
  const members = text.match(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^,"])+/g) ?? [];
  return members.map((member) => member.trim()).filter((member) => member !== "");
}
