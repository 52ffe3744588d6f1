import fc from "fast-check";
import type { Contract, Json, Parameter, Router } from "../../contracts/index.ts";
import { createValues, guarded } from "../../contracts/generate/index.ts";
import { arrivesValid } from "../requests/wire.ts";

/** Ids chosen in a run, by the router of the run. */
const chosen = new WeakMap<Router, Set<string>>();

/** Number of generated ids to search for an unused one. */
const MAX_TRIES = 20;

/** Unused id for a new item with a client-chosen id. A simple id comes first, if the contract allows it. */
export function freshId(
  parameter: Parameter,
  { contract, router, seed }: { readonly contract: Contract; readonly router: Router; readonly seed: number },
): Json | undefined {
  const known = chosen.get(router) ?? new Set();
  chosen.set(router, known);
  const isNew = (id: Json): boolean => !known.has(String(id)) && arrivesValid(contract, parameter, id);
  const plain = `c${Math.abs(seed % 0x1_00_00_00).toString(36)}-${known.size}`;
  const id = isNew(plain) ? plain : [...madeUp()].find(isNew);
  if (id !== undefined) known.add(String(id));
  return id;

  function madeUp(): readonly Json[] {
    try {
      const values = guarded(
        createValues(contract, "request").valid(parameter.schema),
        (value) => arrivesValid(contract, parameter, value),
        `the parameter "${parameter.name}"`,
      );
      return fc.sample(fc.noBias(values), { seed: seed + known.size, numRuns: MAX_TRIES });
    } catch {
      return [];
    }
  }
}
