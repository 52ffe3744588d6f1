import {
  type Contract,
  type Json,
  type Node,
  type SchemaPlace,
  type Schema,
  type Standing,
  locate,
  listSchemaPlaces,
  readStanding,
  writtenPointer,
  omitUndefined,
} from "../../../contracts/index.ts";
import { expectedContract } from "./expected-contract.ts";
import type { ContractPlace, Side } from "../finding.ts";

/** Place and basis of a contract node. */
export function placeOfNode({ at: { file, line, pointer }, basis, section }: Node): ContractPlace {
  return omitUndefined({ file, line, pointer, basis, section });
}

/** Place in an expected body, with the basis of its schema. */
export interface PlaceWithBasis extends SchemaPlace {
  readonly standing: Standing;
}

/** Places of a body that the contract describes, from the top down. */
export function placesOfBody(contract: Contract, schema: Schema, body: Json, side: Side): PlaceWithBasis[] {
  const standings = new Map<string, Standing>();
  const found =
    side === "request"
      ? listSchemaPlaces(contract, schema.pointer, body, "request")
      : listSchemaPlaces(expectedContract(contract), schema.pointer, body, "response");
  return found.map((place) => {
    const inherited: Standing = standings.get(place.pointer.replace(/\/[^/]*$/, "")) ?? schema;
    // If a schema and its referenced component both have a basis, the basis of the component applies.
    const standing = place.parts.reduce<Standing>((above, part) => readStanding(part.schema, above), inherited);
    standings.set(place.pointer, standing);
    return { ...place, standing };
  });
}

/** Contract place of the value at a pointer, or of its closest ancestor. */
export function placeInBody(
  contract: Contract,
  places: readonly PlaceWithBasis[],
  pointer: string,
): ContractPlace | undefined {
  for (let at = pointer; ; at = at.replace(/\/[^/]*$/, "")) {
    const found = places.find((place) => place.pointer === at);
    const part = found?.parts.at(-1);
    if (found && part) {
      const { file, line, pointer: inFile } = locate(contract, writtenPointer(contract, part.pointer));
      const { basis, section } = found.standing;
      return omitUndefined({ file, line, pointer: inFile, basis, section });
    }
    if (at === "") return undefined;
  }
}
