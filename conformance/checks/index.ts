import { type Contract, type Operation, findResponse } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Finding } from "./finding.ts";
import { bodyConforms } from "./body-conforms.ts";
import type { Check } from "./check.ts";
import { echo } from "./echo.ts";
import { headersConform } from "./headers-conform.ts";
import { noDisclosure } from "./no-disclosure.ts";
import { noServerError } from "./no-server-error.ts";
import { problemStatus } from "./problem-status.ts";
import { statusDocumented } from "./status-documented.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import { writeOnlyAbsent } from "./write-only-absent.ts";

export type { Check } from "./check.ts";

/** Catalogue of checks for every exchange, the most severe first. */
export const checks: readonly Check[] = [
  noServerError,
  noDisclosure,
  statusDocumented,
  bodyConforms,
  headersConform,
  writeOnlyAbsent,
  problemStatus,
  echo,
];

/**
 * Findings of checks on an exchange, the most severe first. Default: the checks of the catalogue.
 * @param onCheck called with the id of each check that applies to the exchange.
 */
export function judgeExchange(
  exchange: Exchange,
  contract: Contract,
  operation: Operation,
  of: readonly Check[] = checks,
  onCheck?: (id: string) => void,
): readonly Finding[] {
  const documented = findResponse(operation, exchange.response.status);
  const section = documented?.section ?? operation.section;
  const context = { contract, operation, documented };
  return of.flatMap((check) => {
    if (check.appliesTo && !check.appliesTo(exchange, context)) return [];
    onCheck?.(check.id);
    return check.judge(exchange, context).map((flaw) => ({
      check: check.id,
      ...flaw,
      basis: weakestBasis(operation.basis, documented?.basis, flaw.basis),
      section,
      exchange,
    }));
  });
}
