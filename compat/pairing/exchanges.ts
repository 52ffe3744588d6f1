import type { Contract, Operation, Webhook } from "../../contracts/index.ts";
import { webhookName } from "../model/wording.ts";

/** An operation, webhook or callback, by the name that the walk gives it. */
export interface NamedExchange {
  readonly node: Operation | Webhook;
  readonly name: string;
  readonly isWebhook: boolean;
  /** Of a callback, what it belongs to: from the nearest one to the operation or webhook. */
  readonly owners: readonly (Operation | Webhook)[];
}

/** Everything that a contract has answered or sent. */
export function exchangesIn({ operations, webhooks }: Contract): NamedExchange[] {
  const roots: readonly NamedExchange[] = [
    ...operations.map((node) => ({ node, name: node.name, isWebhook: false, owners: [] })),
    ...webhooks.map((node) => ({ node, name: webhookName(node), isWebhook: true, owners: [] })),
  ];
  return roots.flatMap((root) => allFrom(root, callbacksOf, ({ node }) => `${node.name} ${node.pointer}`));
}

/** What is sent for an operation, webhook or callback. */
export function callbackName(owner: string, { name }: Webhook): string {
  return `${owner} callback ${name}`;
}

/** Callbacks may have callbacks in turn, in circles and further than the stack goes: what one leads to, each once. */
export function allFrom<T>(first: T, next: (one: T) => readonly T[], keyOf: (one: T) => string): T[] {
  const found = new Map([[keyOf(first), first]]);
  for (const one of found.values()) {
    for (const other of next(one)) {
      const key = keyOf(other);
      if (!found.has(key)) found.set(key, other);
    }
  }
  return [...found.values()];
}

function callbacksOf({ node, name, owners }: NamedExchange): NamedExchange[] {
  const below = [node, ...owners];
  return (node.callbacks ?? []).map((callback) => ({
    node: callback,
    name: callbackName(name, callback),
    isWebhook: true,
    owners: below,
  }));
}
