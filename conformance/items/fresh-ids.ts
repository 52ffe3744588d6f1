import fc from "fast-check";
import type { Contract, Json, Parameter } from "../../contracts/index.ts";
import { createValues, guarded } from "../../contracts/generate/index.ts";
import { arrivesValid } from "../requests/wire.ts";

/** Number of generated ids to search for an unused one. */
const MAX_TRIES = 20;

interface FreshIdContext {
  readonly contract: Contract;
  readonly seed: number;
  /** Ids that the run has chosen. The new id is added. */
  readonly chosenIds: Set<string>;
}

/** Unused id for a new item with a client-chosen id. A simple id comes first, if the contract allows it. */
export function freshId(parameter: Parameter, { contract, seed, chosenIds }: FreshIdContext): Json | undefined {
  const isFreshId = (id: Json): boolean => !chosenIds.has(String(id)) && arrivesValid(contract, parameter, id);
  const plain = `c${Math.abs(seed % 0x1_00_00_00).toString(36)}-${chosenIds.size}`;
  const id = isFreshId(plain) ? plain : [...madeUp()].find(isFreshId);
  if (id !== undefined) chosenIds.add(String(id));
  return id;

  function madeUp(): readonly Json[] {
    try {
      const values = guarded(
        createValues(contract, "request").valid(parameter.schema),
        (value) => arrivesValid(contract, parameter, value),
        `the parameter "${parameter.name}"`,
      );
      return fc.sample(fc.noBias(values), { seed: seed + chosenIds.size, numRuns: MAX_TRIES });
    } catch {
      return [];
    }
  }
}
