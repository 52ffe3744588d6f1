import type { Credentials } from "../credentials/credential-set.ts";
import type { Contract, Operation } from "../../contracts/index.ts";

/**
 * Contracts without the header parameters that the run sets itself. Their values are not generated, and requests that
 * violate them are not tried.
 */
export function fixHeaders(contracts: readonly Contract[], names: readonly string[]): readonly Contract[] {
  if (names.length === 0) return contracts;
  const fixed = new Set(names.map((name) => name.toLowerCase()));
  return contracts.map((contract) => {
    const operations = contract.operations.map((operation) => withoutHeaders(operation, fixed));
    if (operations.every((operation, index) => operation === contract.operations[index])) return contract;
    return { ...contract, operations };
  });
}

/** Names of the headers that a run sets itself. */
export function listFixedHeaders({
  headers = {},
  credentials = {},
}: {
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: Pick<Credentials, "headers">;
}): readonly string[] {
  return [...Object.keys(headers), ...Object.keys(credentials.headers ?? {})];
}

function withoutHeaders(operation: Operation, fixed: ReadonlySet<string>): Operation {
  const parameters = operation.parameters.filter(
    ({ in: place, name }) => place !== "header" || !fixed.has(name.toLowerCase()),
  );
  if (parameters.length === operation.parameters.length) return operation;
  return { ...operation, parameters };
}
