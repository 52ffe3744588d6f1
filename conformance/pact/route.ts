import {
  type Contract,
  type Operation,
  type RemovedOperation,
  type Route,
  type Router,
  createRouter,
  folded,
  nearestWords,
} from "../../contracts/index.ts";

/** The operation that an interaction is about, or why there is none, as a sentence. */
export type Routed =
  | {
      readonly contract: Contract;
      readonly operation: Operation;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | Unrouted;

export interface Unrouted {
  readonly unknown: string;
  readonly removed?: RemovedOperation;
}

interface Routes {
  readonly contract: Contract;
  readonly router: Router<Route>;
}

/** Finds operations among all contracts, those first that are called like the provider. */
export function createRoutes(contracts: readonly Contract[]) {
  const all: Routes[] = contracts
    .filter(({ kind }) => kind === "openapi")
    .map((contract) => ({ contract, router: createRouter(contract.routes) }));

  return (provider: string, method: string, path: string): Routed => {
    const named = ({ contract: { api, title } }: Routes): boolean =>
      [api, title].some((name) => folded(name) === folded(provider));
    const ordered = [...all.filter(named), ...all.filter((routes) => !named(routes))];
    for (const { contract, router } of ordered) {
      for (const below of pathsBelow(contract, path)) {
        const match = router.match(method, below);
        if (match && "operation" in match)
          return {
            contract,
            operation: contract.operations.find(({ id }) => id === match.operation.id) as Operation,
            parameters: match.parameters,
          };
      }
    }
    return unknownOf(method, path);
  };

  function unknownOf(method: string, path: string): Unrouted {
    for (const { contract } of all) {
      const match = createRouter(contract.removed).match(method, path);
      if (match && "operation" in match)
        return { unknown: `${match.operation.name} was removed`, removed: match.operation };
    }
    for (const { router } of all) {
      const match = router.match(method, path);
      if (match && "allow" in match) return { unknown: `${path} has no ${method}, but ${match.allow.join(", ")}` };
    }
    const names = all.flatMap(({ contract }) => contract.routes.map(({ name }) => name));
    const near = nearestWords(`${method} ${path}`, names, 1).map((name) => `; the nearest is ${name}`);
    return { unknown: `no contract has ${method} ${path}${near.join("")}` };
  }
}

/** A path as it is, and without what the servers of the contract have all of theirs below. */
function pathsBelow({ basePaths }: Contract, path: string): string[] {
  return [path, ...basePaths.flatMap((base) => (path.startsWith(`${base}/`) ? [path.slice(base.length)] : []))];
}
