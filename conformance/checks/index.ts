import { type Basis, type Contract, type Operation, responseFor } from "../../contracts/index.ts";
import type { Exchange } from "../exchange.ts";
import type { Finding } from "../scope.ts";
import { bodyConforms } from "./body-conforms.ts";
import type { Check } from "./check.ts";
import { headersConform } from "./headers-conform.ts";
import { noServerError } from "./no-server-error.ts";
import { statusDocumented } from "./status-documented.ts";

export type { Check } from "./check.ts";

/** The catalogue: what is asked of every exchange, the gravest first. */
export const checks: readonly Check[] = [noServerError, statusDocumented, bodyConforms, headersConform];

/** The first check that an exchange fails. */
export function judge(exchange: Exchange, contract: Contract, operation: Operation): Finding | undefined {
  const documented = responseFor(operation, exchange.response.status);
  for (const check of checks) {
    const failed = check.judge(exchange, { contract, operation, ...(documented && { documented }) });
    if (!failed) continue;
    const section = documented?.section ?? operation.section;
    return {
      check: check.id,
      ...failed,
      basis: weakest(operation.basis, documented?.basis),
      ...(section && { section }),
      exchange,
    };
  }
  return undefined;
}

/** Assumed where any of the premises is. */
export function weakest(...bases: readonly (Basis | undefined)[]): Basis {
  return bases.includes("assumed") ? "assumed" : "stated";
}
