import { type Contract, type Operation, createRouter } from "../../contracts/index.ts";
import type { WireRequest } from "../model/exchange.ts";
import { operationsNamed } from "./operations-named.ts";

/** Contracts without the excluded operations. */
export interface Exclusion {
  readonly contracts: readonly Contract[];
  readonly excluded: readonly ExcludedOperation[];
  /** True for a request that would call an excluded operation. It must not be sent, for whatever purpose. */
  isExcluded(request: WireRequest): boolean;
}

/** Excluded operation, and the reason. */
interface ExcludedOperation {
  readonly operation: Operation;
  readonly reason: string;
}

/**
 * Leaves out operations by name, and those with another reason.
 * @throws ToolError "unknown-operation" for a name without operations.
 */
export function excludeOperations(
  contracts: readonly Contract[],
  names: readonly string[] = [],
  others: ReadonlyMap<Operation, string> = new Map(),
): Exclusion {
  if (names.length === 0 && others.size === 0) return { contracts, excluded: [], isExcluded: () => false };
  const byOperation = new Map<Operation, string>();
  for (const name of names)
    for (const operation of operationsNamed(name, contracts, "exclude"))
      if (!byOperation.has(operation))
        byOperation.set(operation, `It is excluded by "${name}": no request was sent to it`);
  for (const [operation, reason] of others) if (!byOperation.has(operation)) byOperation.set(operation, reason);
  const router = createRouter(contracts.flatMap(({ operations }) => operations));
  return {
    contracts: contracts.map((contract) => withoutOperations(contract, byOperation)),
    excluded: [...byOperation].map(([operation, reason]) => ({ operation, reason })),
    isExcluded({ method, path, headers }) {
      const match = router.match(method, path.split("?", 1)[0] as string, headers);
      return match !== undefined && "operation" in match && byOperation.has(match.operation);
    },
  };
}

function withoutOperations(contract: Contract, excluded: ReadonlyMap<Operation, string>): Contract {
  const isNotExcluded = (_: unknown, index: number): boolean => !excluded.has(contract.operations[index] as Operation);
  const operations = contract.operations.filter(isNotExcluded);
  if (operations.length === contract.operations.length) return contract;
  return { ...contract, operations, routes: contract.routes.filter(isNotExcluded) };
}
