import type { Basis } from "../../contracts/index.ts";

/** Weakest of several bases: "assumed" if any of them is. */
export function weakestBasis(...bases: readonly (Basis | undefined)[]): Basis {
  if (bases.includes("assumed")) return "assumed";
  return "stated";
}
