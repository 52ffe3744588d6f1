import type { Both, Pair } from "../model/pair.ts";
import { type Contract, type Operation, valueAt } from "../../contracts/index.ts";
import { operationNode } from "../pairing/nodes/exchange-nodes.ts";
import type { Judge } from "../rules/support/judge.ts";
import { previousHandlers } from "../pairing/previous-handlers.ts";
import { havePathChanges, pairByServerPath, pairOperations } from "../pairing/pair-operations.ts";
import { findBasePath, listOverridingServers, listServers, withoutPaths } from "../pairing/servers.ts";
import type { OperationNode } from "../pairing/nodes/subjects.ts";
import { type TokenSource, tokenSources } from "../model/tokens.ts";
import { webhookName } from "../model/wording.ts";

/** Pairs of operations: by path, then by the path below the common path of all servers. */
export function pairApiOperations({ base, revision }: Pair<Contract>): readonly Pair<Operation>[] {
  const pairs = pairOperations(base?.operations ?? [], revision?.operations ?? []);
  const [before, after] = [base, revision].map((side) => side && findBasePath(side));
  if (before === undefined || after === undefined) return pairs;
  return pairByServerPath(pairs, { base: before, revision: after });
}

/** Judges two APIs as a whole: operations, webhooks, servers and token endpoints. */
export function judgeApis(
  { base, revision }: Pair<Contract>,
  operations: readonly Pair<Operation>[],
  judge: Judge,
): void {
  const isMoved = havePathChanges(operations);
  const isServed = base && revision ? isServedTogether(operations, { base, revision }) : true;
  const takers = base && revision ? previousHandlers({ base, revision }, operations) : new Map<Operation, Operation>();
  const createApiSide = (side: "base" | "revision", contract: Contract | undefined) => {
    const known = new Map<string, OperationNode>();
    operations.forEach(({ [side]: operation }, index) => {
      if (contract && operation)
        known.set(String(index), { ...operationNode(contract, operation), takenFrom: takers.get(operation)?.name });
    });
    const servers = contract && isServed ? listServers(contract) : [];
    const byId = new Map([...known.values()].map((node) => [node.operationId, node]));
    const version = contract && valueAt(contract.document, "/info/version");
    return {
      pointer: "",
      ...(typeof version === "string" && { version }),
      operations: known,
      webhooks: new Map(
        contract?.webhooks.map(
          (webhook) => [webhookName(webhook), { ...webhook, name: webhookName(webhook) }] as const,
        ),
      ),
      servers: isMoved ? withoutPaths(servers) : servers,
      tokens: contract ? tokenSources(contract) : new Map<string, TokenSource>(),
      byId: (id: string) => byId.get(id),
    };
  };
  const sides = { base: createApiSide("base", base), revision: createApiSide("revision", revision) };
  judge("api", sides, { usage: { edges: [] }, basis: "stated" });
}

/** Checks that an operation uses the servers of its document. Servers of single operations are reported one by one. */
function isServedTogether(operations: readonly Pair<Operation>[], contracts: Both<Contract>): boolean {
  const kept = operations.filter((pair): pair is Both<Operation> => Boolean(pair.base && pair.revision));
  const isUnsharedPair = (pair: Both<Operation>): boolean =>
    (["base", "revision"] as const).some((side) => listOverridingServers(contracts[side], pair[side].pointer));
  return kept.length === 0 || !kept.every(isUnsharedPair);
}
