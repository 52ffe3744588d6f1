import type { Both, Pair } from "../model/pair.ts";
import {
  type Contract,
  type Operation,
  createParameterReader,
  createRouter,
  decodeSegment,
  fitsAll,
  namesIn,
} from "../../contracts/index.ts";
import { areMoved } from "./match.ts";
import { basePathOf } from "./servers.ts";

/**
 * For operations that are new, those of the base that go on, and took their requests so far: what a path says literally
 * goes before the parameter of a template (OpenAPI 3.1, 4.8.8.2), where that takes the text.
 */
export function takenFrom(
  contracts: Both<Contract>,
  operations: readonly Pair<Operation>[],
): Map<Operation, Operation> {
  const added = operations.flatMap(({ base, revision }) => (revision && !base ? [revision] : []));
  const kept = new Set(operations.flatMap(({ base, revision }) => (base && revision ? [base] : [])));
  if (added.length === 0 || kept.size === 0) return new Map();
  const [before = "", after = ""] = areMoved(operations) ? [contracts.base, contracts.revision].map(basePathOf) : [];
  const router = createRouter(contracts.base.operations);
  return new Map(
    added.flatMap((operation) => {
      const path = after + operation.path;
      const match = path.startsWith(before) ? router.match(operation.method, path.slice(before.length)) : undefined;
      if (!match || !("operation" in match)) return [];
      const { operation: taker, parameters } = match;
      const said = Object.entries(parameters).filter(([, text]) => namesIn(text).length === 0);
      const isTaken = said.length > 0 && said.every(([name, text]) => takes(contracts.base, taker, { name, text }));
      return isTaken && kept.has(taker) && taker.method === operation.method ? [[operation, taker] as const] : [];
    }),
  );
}

/** Whether a parameter in the path of an operation takes a text, as far as can be told. */
function takes(
  contract: Contract,
  { parameters }: Operation,
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  const parameter = parameters.find((one) => one.in === "path" && one.name === name);
  const decoded = decodeSegment(text);
  if (!parameter || decoded === undefined) return true;
  const value = createParameterReader(contract, parameter).fromText(decoded);
  return fitsAll(contract, [parameter.schema.value], "request", value) !== false;
}
