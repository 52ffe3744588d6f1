import type { Both, Pair } from "../model/pair.ts";
import type { Operation, Webhook } from "../../contracts/index.ts";
import { callbackName } from "../pairing/exchanges.ts";
import { pairCallbacks } from "../pairing/pair-operations.ts";

/** An operation, webhook or callback that both contracts have. */
export interface ComparedExchange extends Both<Operation | Webhook> {
  readonly name: string;
  readonly isWebhook: boolean;
  /** Path templates of the operation. */
  readonly paths: Both<string>;
  readonly callbacks: readonly Pair<Webhook>[];
}

export function comparedExchange({ base, revision }: Both<Operation | Webhook>, name: string): ComparedExchange {
  const getExchangePath = (exchange: Operation | Webhook): string => ("path" in exchange ? exchange.path : "");
  return {
    base,
    revision,
    name,
    isWebhook: !("path" in base),
    paths: { base: getExchangePath(base), revision: getExchangePath(revision) },
    callbacks: pairCallbacks(base.callbacks ?? [], revision.callbacks ?? []),
  };
}

/** Callbacks of an exchange that both sides have. */
export function callbackExchanges({ name, callbacks }: ComparedExchange): ComparedExchange[] {
  return callbacks.flatMap(({ base, revision }) =>
    base && revision ? [comparedExchange({ base, revision }, callbackName(name, base))] : [],
  );
}
