import type { Operation } from "../../model/contract.ts";
import type { Resource } from "../resources.ts";
import { type Hypothesis, MIN_WEIGHT, type OtherRoles, weighRoles } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** The roles that each operation can have with enough weight beside those of the others, the heaviest first. */
type RankedRoles = ReadonlyMap<Operation, readonly Hypothesis[]>;

/**
 * Chooses the roles of all operations, since the evidence for the role of one may be the role of another: each chooses
 * beside what the others are by themselves.
 */
export function chooseTogether(facts: ReadonlyMap<Operation, readonly Facts[]>): RankedRoles {
  const alone = rankAll(() => () => true);
  const chosen = Map.groupBy(alone.keys(), (operation) => alone.get(operation)?.[0]?.facts.resource);
  return rankAll((own, resource) => (kind) => {
    const others = chosen.get(resource) ?? [];
    return others.some((other) => other !== own && alone.get(other)?.[0]?.kind === kind);
  });

  function rankAll(othersOf: (own: Operation, resource: Resource) => OtherRoles): RankedRoles {
    return new Map(
      [...facts].map(([operation, some]) => [
        operation,
        some
          .flatMap((each) => weighRoles(each, othersOf(operation, each.resource)))
          .filter(({ weight }) => weight >= MIN_WEIGHT)
          .toSorted((one, other) => other.weight - one.weight),
      ]),
    );
  }
}
