import { invalidInputRefused } from "./invalid-input-refused.ts";
import type { Property } from "../scope/property.ts";

/** A request that breaks one constraint, right beyond its edge, is refused as an invalid one is. */
export const boundariesRefused: Property = {
  ...invalidInputRefused,
  id: "boundaries-refused",
  claim: "A value right beyond the edge of what the contract allows is refused",
  phase: "coverage",
  hasRequests: ({ coverage }) => (coverage?.invalid.length ?? 0) > 0,
  given: ({ coverage }) =>
    (coverage?.invalid ?? []).map(({ label, constraint, basis, request }) => ({
      label,
      ...(constraint !== undefined && { constraint }),
      ...(basis && { basis }),
      requests: [request],
      runs: 1,
    })),
};
