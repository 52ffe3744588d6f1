import type { Basis } from "../../contracts/index.ts";

/** Assumed where any of the premises is. */
export function weakest(...bases: readonly (Basis | undefined)[]): Basis {
  return bases.includes("assumed") ? "assumed" : "stated";
}
