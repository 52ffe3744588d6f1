import {
  type Basis,
  type Contract,
  type JsonSchema,
  type Schema,
  membersOf,
  partsOf,
  standingOf,
} from "../contracts/index.ts";

/**
 * What a schema says of a place in a value rests on: the nearest marker at or above it; where several parts of the
 * schema speak of the same place, the weakest of them.
 */
export function basisAt(contract: Contract, schema: Schema, pointer: string): Basis {
  let basis = schema.basis;
  let schemas: readonly JsonSchema[] = [schema.value];
  for (const name of [undefined, ...pointer.split("/").slice(1)]) {
    if (name !== undefined) schemas = schemas.flatMap((each) => membersNamed(contract, each, name));
    const marked = schemas
      .flatMap((each) => partsOf(contract, each))
      .filter((part) => part["x-spec"] !== undefined || part["x-assumed"] !== undefined);
    const inherited = basis;
    if (marked.length > 0)
      basis = marked.some((part) => standingOf(part, { basis: inherited }).basis === "assumed") ? "assumed" : "stated";
  }
  return basis;
}

function membersNamed(contract: Contract, schema: JsonSchema, name: string): readonly JsonSchema[] {
  const named = membersOf(contract, schema, name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return named.length === 0 && /^\d+$/.test(name) ? membersOf(contract, schema, "items") : named;
}
