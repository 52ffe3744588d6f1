import type { Both, Pair } from "../model/pair.ts";
import {
  type Contract,
  type Operation,
  createParameterReader,
  createRouter,
  decodeSegment,
  acceptedByAll,
  listParameterNames,
} from "../../contracts/index.ts";
import { havePathChanges } from "./pair-operations.ts";
import { findBasePath } from "./servers.ts";

/**
 * For each added operation, the remaining operation of the base that handled its requests before. A literal path has
 * precedence over a template (OpenAPI 3.1, 4.8.8.2), so adding `/orders/latest` takes requests from `/orders/{id}`.
 */
export function previousHandlers(
  contracts: Both<Contract>,
  operations: readonly Pair<Operation>[],
): Map<Operation, Operation> {
  const added = operations.flatMap(({ base, revision }) => (revision && !base ? [revision] : []));
  const kept = new Set(operations.flatMap(({ base, revision }) => (base && revision ? [base] : [])));
  if (added.length === 0 || kept.size === 0) return new Map();
  const [before = "", after = ""] = havePathChanges(operations)
    ? [contracts.base, contracts.revision].map(findBasePath)
    : [];
  const router = createRouter(contracts.base.operations);
  return new Map(
    added.flatMap((operation) => {
      const path = after + operation.path;
      const match = path.startsWith(before) ? router.match(operation.method, path.slice(before.length)) : undefined;
      if (!match || !("operation" in match)) return [];
      const { operation: handler, parameters } = match;
      const literals = Object.entries(parameters).filter(([, text]) => listParameterNames(text).length === 0);
      const isMatched =
        literals.length > 0 &&
        literals.every(([name, text]) => acceptsPathText(contracts.base, handler, { name, text }));
      if (isMatched && kept.has(handler) && handler.method === operation.method) return [[operation, handler] as const];
      return [];
    }),
  );
}

/** Checks a text against the schema of a path parameter. True if validation is inconclusive. */
function acceptsPathText(
  contract: Contract,
  { parameters }: Operation,
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  const parameter = parameters.find((one) => one.in === "path" && one.name === name);
  const decoded = decodeSegment(text);
  if (!parameter || decoded === undefined) return true;
  const value = createParameterReader(contract, parameter).fromText(decoded);
  return acceptedByAll(contract, [parameter.schema.value], "request", value) !== false;
}
