import type { Operation } from "../../contracts/index.ts";

/** Error of the document: no response fits a schema. */
export class ImpossibleResponse extends Error {}

/** Ends a request whose response has a schema for which no value was found. It is answered with 501. */
export function failImpossible({ name }: Operation): never {
  throw new ImpossibleResponse(
    `Nothing was found that fits the schema of what ${name} answers: see concord contracts lint`,
  );
}
