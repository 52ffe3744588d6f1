import { type Contract, type Operation, graphqlOperations, listMounts } from "../../contracts/index.ts";

const schemasAlone = new WeakSet<Contract>();

/** Operations of GraphQL schemas without an OpenAPI document. */
export function schemasServed(contracts: readonly Contract[]): readonly Contract[] {
  const served = listMounts(contracts).filter(({ routes }) => routes.length === 0);
  return served.map((mount) => {
    const contract = graphqlOperations(mount);
    schemasAlone.add(contract);
    return contract;
  });
}

/** True for the endpoint of a schema that no OpenAPI document describes. Its path is assumed, and its schema is not. */
export function isSchemaAlone(contract: Contract): boolean {
  return schemasAlone.has(contract);
}

const removedSet = new WeakSet<Operation>();

/** Removed operations in the form of operations, for testing. Nothing is documented about their requests. */
export function removedOperations({ api, removed, operations: [sibling] }: Contract): readonly Operation[] {
  return removed.map((each) => {
    const operation: Operation = {
      ...each,
      api,
      id: each.name,
      summary: each.description,
      deprecated: true,
      safe: each.method === "GET" || each.method === "HEAD",
      parameters: [],
      responses: [],
      // Security of the other operations, because a request without a token is refused for that reason.
      security: sibling?.security ?? [],
    };
    removedSet.add(operation);
    return operation;
  });
}

/** True for a removed operation. */
export function isRemoved(operation: Operation): boolean {
  return removedSet.has(operation);
}
