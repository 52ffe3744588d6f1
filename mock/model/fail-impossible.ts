import { type Contract, type Operation, type Schema, acceptorOf } from "../../contracts/index.ts";

/** Ends a request whose response has a schema for which no value was found. */
export function failImpossible(contract: Contract, { name }: Operation, schema: Schema | undefined): never {
  const isUnchecked = schema !== undefined && acceptorOf(contract, schema.pointer, "response").unchecked !== undefined;
  const [found, reason] = isUnchecked
    ? ["nothing was found in the allowed steps", "its schemas branch too often"]
    : ["nothing was found", "see concord contracts lint"];
  throw new Error(`${found} that fits the schema of what ${name} answers: ${reason}`);
}
