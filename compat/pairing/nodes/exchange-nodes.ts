import {
  type Contract,
  type JsonObject,
  type Operation,
  type Webhook,
  isObject,
  joinPointer,
  valueAt,
} from "../../../contracts/index.ts";
import { callbackName } from "../exchanges.ts";
import { lifecycleIn } from "./nodes.ts";
import type { IdentifySchemes } from "../security-schemes.ts";
import { below, ownServersOf, serversOf } from "../servers.ts";
import type { ExchangeNode, OperationNode } from "./subjects.ts";

/** An operation that only one side may have. */
export function operationNode(
  contract: Contract,
  { name, pointer, basis, deprecated, deprecation, sunset }: Operation,
): OperationNode {
  const lifecycle = { deprecated, ...(deprecation && { deprecation }), ...(sunset !== undefined && { sunset }) };
  const operationId = valueAt(contract.document, joinPointer(pointer, "operationId"));
  const hasOwnServers = ownServersOf(contract, pointer) !== undefined;
  return { name, pointer, basis, lifecycle, hasOwnServers, ...(typeof operationId === "string" && { operationId }) };
}

interface ExchangeOptions {
  readonly name: string;
  /** What its path has before that of the other side. */
  readonly beginning: string;
  /** Each where its counterpart stands among those of the other side. */
  readonly callbacks: readonly (Webhook | undefined)[];
  readonly identify: IdentifySchemes;
}

/** An operation, webhook or callback as such. */
export function exchangeNode(
  contract: Contract,
  exchange: Operation | Webhook,
  { name, beginning, callbacks, identify }: ExchangeOptions,
): ExchangeNode {
  const { pointer, basis } = exchange;
  const written = valueAt(contract.document, pointer);
  const { security, operationId, tags }: JsonObject = isObject(written) ? written : {};
  const ownServers = "security" in exchange ? ownServersOf(contract, pointer) : undefined;
  return {
    name,
    pointer,
    basis,
    lifecycle: lifecycleIn(written),
    hasOwnSecurity: security !== undefined,
    ...(typeof operationId === "string" && { operationId }),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    servers: below(ownServers ?? serversOf(contract), beginning),
    hasOwnServers: ownServers !== undefined,
    ...("security" in exchange && { security: identify(exchange.security) }),
    callbacks: new Map(
      callbacks.flatMap((callback, index) =>
        callback ? [[String(index), { ...callback, name: callbackName(name, callback) }]] : [],
      ),
    ),
  };
}
