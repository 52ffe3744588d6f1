import type { Operation } from "../../model/contract.ts";
import type { Resource } from "../resources.ts";
import { type Hypothesis, MIN_WEIGHT, weighRoles } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** The roles that each operation can have with enough weight beside those of the others, the heaviest first. */
type RankedRoles = Pick<ReadonlyMap<Operation, readonly Hypothesis[]>, "get">;

/** Facts about operations. */
type FactsByOperation = ReadonlyMap<Operation, readonly Facts[]>;

/** The operations that can be about each resource. */
type Groups = ReadonlyMap<Resource, FactsByOperation>;

/** Operations that are tried as the one that creates the items of a resource. */
const MAX_CREATORS = 8;

/**
 * Chooses the roles of all operations together, since the evidence for the role of one may be the role of another. Each
 * chooses beside what the others are by themselves. Then, for each resource, another one of its operations is assumed to
 * create the items: if the operations about the resource weigh more in sum with that assumption, it holds.
 */
export function chooseTogether(facts: FactsByOperation): RankedRoles {
  const groups = groupByResource(facts);
  const alone = new Map([...facts].map(([operation, each]) => [operation, rank(each, () => true)]));
  const roles = chooseBeside(alone, facts, groups);
  for (const [resource, about] of groups) {
    for (const creator of findCreators(resource, about)) {
      const tried = assumeCreator(roles, { resource, creator }, groups);
      if (sumWeights(withRoles(roles, tried), about, groups) > sumWeights(roles, about, groups))
        for (const [operation, ranked] of tried) roles.set(operation, ranked);
    }
  }
  return roles;
}

/** Roles of the operations about a resource, if one creates its items, and the others choose beside it. */
function assumeCreator(
  roles: RankedRoles,
  { resource, creator }: { readonly resource: Resource; readonly creator: Operation },
  groups: Groups,
): ReadonlyMap<Operation, readonly Hypothesis[]> {
  const about = groups.get(resource) ?? new Map<Operation, readonly Facts[]>();
  const others = new Map([...about].filter(([operation]) => operation !== creator));
  const assumed = withRoles(roles, new Map([[creator, weighCreate(resource, about.get(creator) ?? [])]]));
  return chooseBeside(withRoles(assumed, chooseBeside(assumed, others, groups)), about, groups);
}

/** Roles of which some are replaced. No copy, because a contract has many operations. */
function withRoles(roles: RankedRoles, some: RankedRoles): RankedRoles {
  return { get: (operation) => some.get(operation) ?? roles.get(operation) };
}

/** The operations that can create the items of a resource, those with the most weight first. One alone has no rival. */
function findCreators(resource: Resource, about: FactsByOperation): readonly Operation[] {
  const weighed = [...about].flatMap(([operation, facts]) =>
    weighCreate(resource, facts).map(({ weight }) => ({ operation, weight })),
  );
  if (weighed.length < 2) return [];
  const heaviest = weighed.toSorted((one, other) => other.weight - one.weight);
  return heaviest.slice(0, MAX_CREATORS).map(({ operation }) => operation);
}

/** The hypothesis that nothing but an operation creates the items of a resource. */
function weighCreate(resource: Resource, facts: readonly Facts[]): readonly Hypothesis[] {
  return rank(facts, () => false).filter(({ kind, facts: about }) => kind === "create" && about.resource === resource);
}

/** The roles that some operations choose, each beside the present roles of all others. */
function chooseBeside(
  roles: RankedRoles,
  some: FactsByOperation,
  groups: Groups,
): Map<Operation, readonly Hypothesis[]> {
  return new Map(
    [...some].map(([operation, facts]) => [operation, rank(facts, isChosenByOthers(operation, roles, groups))]),
  );
}

/** The sum of the weights that the chosen roles of some operations have beside each other. */
function sumWeights(roles: RankedRoles, about: FactsByOperation, groups: Groups): number {
  return [...about].reduce((sum, [operation, facts]) => {
    const chosen = roles.get(operation)?.[0];
    const weighed = rank(facts, isChosenByOthers(operation, roles, groups)).find(
      ({ kind, facts: { resource } }) => kind === chosen?.kind && resource === chosen.facts.resource,
    );
    return sum + (weighed?.weight ?? 0);
  }, 0);
}

/** True if another operation has a role for a resource. */
function isChosenByOthers(own: Operation, roles: RankedRoles, groups: Groups) {
  return (resource: Resource, kind: Hypothesis["kind"]): boolean => {
    for (const other of groups.get(resource)?.keys() ?? []) {
      const [chosen] = roles.get(other) ?? [];
      if (other !== own && chosen?.kind === kind && chosen.facts.resource === resource) return true;
    }
    return false;
  };
}

function rank(facts: readonly Facts[], isChosen: ReturnType<typeof isChosenByOthers>): readonly Hypothesis[] {
  return facts
    .flatMap((each) => weighRoles(each, (kind) => isChosen(each.resource, kind)))
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .toSorted((one, other) => other.weight - one.weight);
}

function groupByResource(facts: FactsByOperation): Groups {
  const pairs = [...facts].flatMap(([operation, some]) =>
    [...new Set(some.map(({ resource }) => resource))].map((resource) => ({ operation, resource, facts: some })),
  );
  const grouped = Map.groupBy(pairs, ({ resource }) => resource);
  return new Map(
    [...grouped].map(([resource, about]) => [resource, new Map(about.map((each) => [each.operation, each.facts]))]),
  );
}
