import { type Contract, type Operation, graphqlOperations, mountsOf } from "../../contracts/index.ts";

/** The operations that GraphQL schemas are queried with, where no OpenAPI document shows them. */
export function schemasServed(contracts: readonly Contract[]): readonly Contract[] {
  return mountsOf(contracts)
    .filter(({ routes }) => routes.length === 0)
    .map((mount) => graphqlOperations(mount));
}

const made = new WeakSet<Operation>();

/** Operations that a contract had once, as such that can be tried. Nothing is documented of their requests. */
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
      // As its contract has it elsewhere: who shows no token is refused for that.
      security: sibling?.security ?? [],
    };
    made.add(operation);
    return operation;
  });
}

/** Whether an operation is one that its contract had once. */
export function isRemoved(operation: Operation): boolean {
  return made.has(operation);
}
