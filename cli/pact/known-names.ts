import type { KnownNames } from "../../conformance/index.ts";
import { fixtureNames, fixtureStates, faultCatalogue } from "../../mock/index.ts";
import { auditAction } from "../../profiles/platform/mock.ts";
import type { JsonObject } from "../../contracts/index.ts";

/** Names of a mock that provider states can use, in addition to the contracts. */
export const knownNames: Omit<KnownNames, "contracts"> = {
  fixtures: { names: fixtureNames(), stateOf: fixtureState },
  faults: faultCatalogue.map(({ id }) => id),
  eventOf: (operation) => auditAction(operation).action,
};

function fixtureState(name: string): JsonObject {
  const [state] = fixtureStates([name], "concord").values();
  return state as unknown as JsonObject;
}
