import type { Contract, Json } from "../../contracts/index.ts";
import type { AffectedExchange } from "./mock-factory.ts";
import { unlistedNamesAndValues } from "./unlisted.ts";

/** An exchange in the journal of a mock, with its operation if one has its path and method. */
export interface JournalExchange extends AffectedExchange {
  readonly api?: string;
  /** The operationId. */
  readonly operation?: string;
}

/** Affected exchange with the unlisted fields and enum values of its response. */
export function withUnlisted(contracts: readonly Contract[], exchange: JournalExchange): AffectedExchange {
  const { status, response } = exchange;
  const contract = contracts.find(({ kind, api }) => kind === "openapi" && api === exchange.api);
  const operation = contract?.operations.find(({ id }) => id === exchange.operation);
  if (!contract || !operation || response.body === undefined) return exchange;
  const unlisted = unlistedNamesAndValues(contract, { operation, status, body: response.body as Json });
  return unlisted.length === 0 ? exchange : { ...exchange, unlisted };
}
