import fc from "fast-check";
import type { Contract, Json, Parameter, Router } from "../../contracts/index.ts";
import { createValues, guarded } from "../../contracts/generate/index.ts";
import { arrivesValid } from "../requests/wire.ts";

/** The ids that were chosen in a run, by the router that it has. */
const chosen = new WeakMap<Router, Set<string>>();

/** So many are made up to find one that was not chosen yet. */
const MAX_TRIES = 20;

/** An id that a client may choose for a new item: a plain one where the contract takes it, and each one once. */
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
