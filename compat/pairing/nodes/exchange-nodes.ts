import { readNodeLifecycle } from "./read-lifecycle.ts";
import {
  type Contract,
  type JsonObject,
  type Operation,
  type Webhook,
  isObject,
  joinPointer,
  valueAt,
  omitUndefined,
} from "../../../contracts/index.ts";
import { callbackName } from "../exchanges.ts";
import type { IdentifySchemes } from "../security-schemes.ts";
import { withPathPrefix, listOverridingServers, listServers } from "../servers.ts";
import type { ExchangeNode, OperationNode } from "./subjects.ts";

/** Node of an operation, for rules about added and removed operations. */
export function operationNode(
  contract: Contract,
  { name, pointer, basis, deprecated, deprecation, sunset }: Operation,
): OperationNode {
  const lifecycle = omitUndefined({ deprecated, deprecation, sunset });
  const operationId = valueAt(contract.document, joinPointer(pointer, "operationId"));
  const hasOwnServers = listOverridingServers(contract, pointer) !== undefined;
  return { name, pointer, basis, lifecycle, hasOwnServers, ...(typeof operationId === "string" && { operationId }) };
}

interface ExchangeOptions {
  readonly name: string;
  /** Path prefix that the other side does not have. */
  readonly beginning: string;
  /** Callbacks, each at the index of its counterpart on the other side. */
  readonly callbacks: readonly (Webhook | undefined)[];
  readonly identify: IdentifySchemes;
}

/** Node of an operation, webhook or callback, for rules about pairs of them. */
export function exchangeNode(
  contract: Contract,
  exchange: Operation | Webhook,
  { name, beginning, callbacks, identify }: ExchangeOptions,
): ExchangeNode {
  const { pointer, basis } = exchange;
  const written = valueAt(contract.document, pointer);
  const { security, operationId, tags }: JsonObject = isObject(written) ? written : {};
  const ownServers = "security" in exchange ? listOverridingServers(contract, pointer) : undefined;
  return {
    name,
    pointer,
    basis,
    lifecycle: readNodeLifecycle(written),
    hasOwnSecurity: security !== undefined,
    securityAt: securityPointer(contract, { pointer, hasOwn: security !== undefined }),
    ...(typeof operationId === "string" && { operationId }),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    servers: withPathPrefix(ownServers ?? listServers(contract), beginning),
    hasOwnServers: ownServers !== undefined,
    ...("security" in exchange && { security: identify(exchange.security) }),
    callbacks: new Map(
      callbacks.flatMap((callback, index) =>
        callback ? [[String(index), { ...callback, name: callbackName(name, callback) }]] : [],
      ),
    ),
  };
}

/** Pointer of the part whose edit changes the security of an exchange: the security of the whole document, or the exchange. */
function securityPointer(contract: Contract, { pointer, hasOwn }: { pointer: string; hasOwn: boolean }): string {
  if (hasOwn) return pointer;
  if (valueAt(contract.document, "/security") === undefined) return "";
  return "/security";
}
