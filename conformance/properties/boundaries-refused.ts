import { invalidInputRefused } from "./invalid-input-refused.ts";
import type { Property } from "../scope/property.ts";

/** A request with one value just beyond a bound of the contract is refused. */
export const boundariesRefused: Property = {
  ...invalidInputRefused,
  id: "boundaries-refused",
  claim: "The target refuses a value just beyond a bound of the contract",
  cause: "accepting",
  phase: "coverage",
  hasRequests: ({ coverage }) => (coverage?.invalid.length ?? 0) > 0,
  given: ({ coverage }) =>
    (coverage?.invalid ?? []).map(({ request, ...covering }) => ({
      ...covering,
      requests: [request],
      runs: 1,
    })),
};
