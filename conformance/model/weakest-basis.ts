import type { Basis } from "../../contracts/index.ts";

/** Weakest of several bases: "assumed" if any of them is. */
export function weakestBasis(...bases: readonly (Basis | undefined)[]): Basis {
  return bases.includes("assumed") ? "assumed" : "stated";
}
