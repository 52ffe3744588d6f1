import {
  type Contract,
  type Json,
  type Node,
  type Place,
  type Schema,
  type Standing,
  locate,
  placesOf,
  standingOf,
  writtenPointer,
} from "../../../contracts/index.ts";
import { expectedContract } from "./expected-contract.ts";
import type { ContractPlace, Side } from "../finding.ts";

/** Where a node of a contract was written, and what it rests on. */
export function placeOfNode({ at: { file, line, pointer }, basis, section }: Node): ContractPlace {
  return { file, line, pointer, basis, ...(section !== undefined && { section }) };
}

/** A place of an expected body, and what the contract's schema for it rests on. */
export interface StandingPlace extends Place {
  readonly standing: Standing;
}

/** The places of a body of which the contract says something, from the top down: of one that is sent, or expected. */
export function placesOfBody(contract: Contract, schema: Schema, body: Json, side: Side): StandingPlace[] {
  const standings = new Map<string, Standing>();
  const found =
    side === "request"
      ? placesOf(contract, schema.pointer, body, "request")
      : placesOf(expectedContract(contract), schema.pointer, body, "response");
  return found.map((place) => {
    const inherited: Standing = standings.get(place.pointer.replace(/\/[^/]*$/, "")) ?? schema;
    // Where several parts say what they rest on, a component's own word comes after its referrer's, and wins.
    const standing = place.parts.reduce<Standing>((above, part) => standingOf(part.schema, above), inherited);
    standings.set(place.pointer, standing);
    return { ...place, standing };
  });
}

/** Where the contract speaks of the value at a pointer of a body, or of what is nearest above it. */
export function placeInBody(
  contract: Contract,
  places: readonly StandingPlace[],
  pointer: string,
): ContractPlace | undefined {
  for (let at = pointer; ; at = at.replace(/\/[^/]*$/, "")) {
    const found = places.find((place) => place.pointer === at);
    const part = found?.parts.at(-1);
    if (found && part) {
      const { file, line, pointer: inFile } = locate(contract, writtenPointer(contract, part.pointer));
      const { basis, section } = found.standing;
      return { file, line, pointer: inFile, basis, ...(section !== undefined && { section }) };
    }
    if (at === "") return undefined;
  }
}
