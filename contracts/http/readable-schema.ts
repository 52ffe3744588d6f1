import type { Contract } from "../model/contract.ts";
import type { Json, JsonSchema } from "../model/json.ts";
import { oncePer } from "../model/once-per.ts";
import { type JsonType, resolveMemberSchema, listMemberSchemas, listJsonTypes } from "../schema/schema.ts";
import { createTextReader } from "./text.ts";

/** A schema as readers of forms and queries need it, where texts have no types. */
export interface ReadableSchema {
  readonly types: readonly JsonType[];
  /** Reads a text as a value of the types. */
  readonly read: (text: string) => Json;
  /** Schema of the items, if it accepts lists. */
  readonly item: JsonSchema;
  /** True for a declared member. */
  declares(name: string): boolean;
  /** Schema of a member: the declared one, or that of additional members. */
  member(name: string): JsonSchema;
}

const readableOf = oncePer((contract: Contract) => ({
  ofObject: oncePer((schema: Exclude<JsonSchema, boolean>) => createReadable(contract, schema)),
  always: createReadable(contract, true),
  never: createReadable(contract, false),
}));

/** Facts of a schema, computed once. */
export function readableSchema(contract: Contract, schema: JsonSchema): ReadableSchema {
  const { ofObject, always, never } = readableOf(contract);
  if (typeof schema === "boolean") {
    if (schema) return always;
    return never;
  }
  return ofObject(schema);
}

function createReadable(contract: Contract, schema: JsonSchema): ReadableSchema {
  /** Schemas of declared members. Other names are chosen by clients, and are not kept. */
  const declared = new Map<string, JsonSchema>();
  let item: JsonSchema | undefined;
  return {
    types: listJsonTypes(contract, schema),
    read: createTextReader(contract, schema),
    get item() {
      return (item ??= { allOf: listMemberSchemas(contract, schema, "items") });
    },
    declares: (name) => declared.has(name) || listMemberSchemas(contract, schema, name).length > 0,
    member(name) {
      const known = declared.get(name);
      if (known !== undefined) return known;
      const found = resolveMemberSchema(contract, schema, name);
      if (listMemberSchemas(contract, schema, name).length > 0) declared.set(name, found);
      return found;
    },
  };
}
