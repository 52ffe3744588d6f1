import type { Operation } from "../../model/contract.ts";
import type { Resource } from "../resources.ts";
import { type Hypothesis, MIN_WEIGHT, weighRoles } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** The roles that each operation can have with enough weight beside those of the others, the heaviest first. */
type RankedRoles = ReadonlyMap<Operation, readonly Hypothesis[]>;

/** Facts about operations. */
type FactsByOperation = ReadonlyMap<Operation, readonly Facts[]>;

/** True if an operation has a role for a resource. */
type IsChosen = (resource: Resource, kind: Hypothesis["kind"]) => boolean;

/** Operations that are tried as the one that creates the items of a resource. */
const MAX_CREATORS = 8;

/**
 * Chooses the roles of all operations together, since the evidence for the role of one may be the role of another. Each
 * chooses beside what the others are by themselves. Then, for each resource, another one of its operations is assumed to
 * create the items: if the operations about the resource weigh more in sum with that assumption, it holds.
 */
export function chooseTogether(facts: FactsByOperation): RankedRoles {
  const alone = new Map([...facts].map(([operation, each]) => [operation, rank(each, () => true)]));
  let roles: RankedRoles = chooseBeside(alone, facts);
  for (const [resource, about] of groupByResource(facts)) {
    for (const creator of findCreators(resource, about)) {
      const tried = assumeCreator(roles, { resource, about, creator });
      if (sumWeights(tried, about) > sumWeights(roles, about)) roles = tried;
    }
  }
  return roles;
}

/** The roles if an operation creates the items of a resource, and the others about the resource choose beside it. */
function assumeCreator(
  roles: RankedRoles,
  {
    resource,
    about,
    creator,
  }: { readonly resource: Resource; readonly about: FactsByOperation; readonly creator: Operation },
): RankedRoles {
  const others = new Map([...about].filter(([operation]) => operation !== creator));
  const assumed = weighCreate(resource, about.get(creator) ?? []);
  const beside = chooseBeside(new Map([...roles, [creator, assumed]]), others);
  return chooseBeside(beside, about);
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

/** The roles after some operations chose, each beside the present roles of all others. */
function chooseBeside(roles: RankedRoles, some: FactsByOperation): RankedRoles {
  const isChosenBy = readOthers(roles);
  return new Map([
    ...roles,
    ...[...some].map(([operation, facts]) => [operation, rank(facts, isChosenBy(operation))] as const),
  ]);
}

/** The sum of the weights that the chosen roles of some operations have beside each other. */
function sumWeights(roles: RankedRoles, about: FactsByOperation): number {
  const isChosenBy = readOthers(roles);
  return [...about].reduce((sum, [operation, facts]) => {
    const chosen = roles.get(operation)?.[0];
    const weighed = rank(facts, isChosenBy(operation)).find(
      ({ kind, facts: { resource } }) => kind === chosen?.kind && resource === chosen.facts.resource,
    );
    return sum + (weighed?.weight ?? 0);
  }, 0);
}

/** Tells of an operation which roles the others have. */
function readOthers(roles: RankedRoles): (operation: Operation) => IsChosen {
  const byResource = Map.groupBy(roles, ([, [chosen]]) => chosen?.facts.resource);
  return (operation) => (resource, kind) =>
    (byResource.get(resource) ?? []).some(([other, [chosen]]) => other !== operation && chosen?.kind === kind);
}

function rank(facts: readonly Facts[], isChosen: IsChosen): readonly Hypothesis[] {
  return facts
    .flatMap((each) => weighRoles(each, (kind) => isChosen(each.resource, kind)))
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .toSorted((one, other) => other.weight - one.weight);
}

function groupByResource(facts: FactsByOperation): ReadonlyMap<Resource, FactsByOperation> {
  const pairs = [...facts].flatMap(([operation, some]) =>
    [...new Set(some.map(({ resource }) => resource))].map((resource) => ({ operation, resource, facts: some })),
  );
  const grouped = Map.groupBy(pairs, ({ resource }) => resource);
  return new Map(
    [...grouped].map(([resource, about]) => [resource, new Map(about.map((each) => [each.operation, each.facts]))]),
  );
}
