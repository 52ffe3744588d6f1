import { type Contract, type Operation, type Schema, getAcceptor } from "../../contracts/index.ts";

/** Error of the document: no response was found that fits a schema. */
export class ImpossibleResponse extends Error {}

/** Ends a request whose response has a schema for which no value was found. It is answered with 501. */
export function failImpossible(contract: Contract, { name }: Operation, schema: Schema | undefined): never {
  const isUnchecked = schema !== undefined && getAcceptor(contract, schema.pointer, "response").unchecked !== undefined;
  const [found, reason] = isUnchecked
    ? ["Nothing was found in the allowed steps", "its schemas branch too often, see concord contracts lint"]
    : ["Nothing was found", "see concord contracts lint"];
  throw new ImpossibleResponse(`${found} that fits the schema of what ${name} answers: ${reason}`);
}
