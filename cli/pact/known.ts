import type { Known } from "../../conformance/index.ts";
import { fixtureNames, fixtureStates, faultCatalogue } from "../../mock/index.ts";
import { auditAction } from "../../profiles/platform/mock.ts";
import type { JsonObject } from "../../contracts/index.ts";

/** What a mock of this version has that states can name, beside its contracts. */
export const known: Omit<Known, "contracts"> = {
  fixtures: { names: fixtureNames(), stateOf: fixtureState },
  faults: faultCatalogue.map(({ id }) => id),
  eventOf: (operation) => auditAction(operation).action,
};

function fixtureState(name: string): JsonObject {
  const [state] = fixtureStates([name], "concord").values();
  return state as unknown as JsonObject;
}
