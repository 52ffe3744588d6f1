import type { Contract, Operation, Webhook } from "../../contracts/index.ts";
import { webhookName } from "../model/wording.ts";

/** An operation, webhook or callback of a contract, with its name in reports. */
export interface ContractExchange {
  readonly node: Operation | Webhook;
  readonly name: string;
  readonly isWebhook: boolean;
  /** Owners of a callback: from the closest one to the operation or webhook. */
  readonly owners: readonly (Operation | Webhook)[];
}

/** All operations, webhooks and callbacks of a contract. */
export function listPairableOperations({ operations, webhooks }: Contract): ContractExchange[] {
  const roots: readonly ContractExchange[] = [
    ...operations.map((node) => ({ node, name: node.name, isWebhook: false, owners: [] })),
    ...webhooks.map((node) => ({ node, name: webhookName(node), isWebhook: true, owners: [] })),
  ];
  return roots.flatMap((root) => reachableFrom(root, listCallbacks, ({ node }) => `${node.name} ${node.pointer}`));
}

/** Name of a callback in reports: "POST /orders callback onPaid". */
export function callbackName(owner: string, { name }: Webhook): string {
  return `${owner} callback ${name}`;
}

/** Everything reachable from an item, each once. Iterative, because callbacks of callbacks can be circular and very deep. */
export function reachableFrom<T>(first: T, next: (one: T) => readonly T[], keyOf: (one: T) => string): T[] {
  const found = new Map([[keyOf(first), first]]);
  for (const one of found.values()) {
    for (const other of next(one)) {
      const key = keyOf(other);
      if (!found.has(key)) found.set(key, other);
    }
  }
  return [...found.values()];
}

function listCallbacks({ node, name, owners }: ContractExchange): ContractExchange[] {
  const below = [node, ...owners];
  return (node.callbacks ?? []).map((callback) => ({
    node: callback,
    name: callbackName(name, callback),
    isWebhook: true,
    owners: below,
  }));
}
