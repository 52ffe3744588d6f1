import type { Violation } from "./violation.ts";
import type { Send } from "../../items/item.ts";
import { type Operation, responseFor } from "../../../contracts/index.ts";
import { weakestBasis } from "../../model/weakest-basis.ts";
import type { Exchange } from "../../model/exchange.ts";
import { genericPointer } from "../../model/generic-pointer.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";
import { requiredSteps } from "./required-steps.ts";

/** Records exchanges, and reports violations together with the exchanges that they depend on. */
export interface ExchangeRecorder {
  readonly send: Send;
  readonly sendAs: Scope["exchangeAs"];
  /** Number of recorded exchanges. */
  sent(): number;
  /** The findings of the relation, and the findings of the checks of each exchange. */
  findings(broken: readonly Violation[]): readonly Finding[];
}

interface RecorderOptions {
  readonly id: string;
  /** A check of single exchanges that reports the same cause and takes precedence. */
  readonly unlessSaidBy?: string | undefined;
}

export function createRecorder(scope: Scope, { id, unlessSaidBy }: RecorderOptions): ExchangeRecorder {
  const steps: { readonly exchange: Exchange; readonly operation: Operation }[] = [];
  return {
    async send(sent, operation) {
      const exchange = await scope.exchange(sent, operation);
      steps.push({ exchange, operation });
      return exchange;
    },
    async sendAs(as, sent, operation = scope.operation) {
      const exchange = await scope.exchangeAs(as, sent, operation);
      if (exchange) steps.push({ exchange, operation });
      return exchange;
    },
    sent: () => steps.length,
    findings(broken) {
      const ofChecks = checkFindings();
      const reported = new Set(ofChecks.flatMap(({ check, exchange }) => (check === unlessSaidBy ? [exchange] : [])));
      return [...broken.filter(({ exchange }) => !reported.has(exchange)).map(findingOf), ...ofChecks];
    },
  };

  function findingOf({ firstExchange, otherExchanges, ...flaw }: Violation): Finding {
    const indexOf = (wanted: Exchange): number => steps.findIndex(({ exchange }) => exchange === wanted);
    const at = indexOf(flaw.exchange);
    const before = requiredSteps(
      flaw.exchange,
      steps.slice(firstExchange ? indexOf(firstExchange) : 0, Math.max(at, 0)).map(({ exchange }) => exchange),
      otherExchanges,
    );
    const shown = [...before, ...(flaw.after ?? [])];
    const premises = steps.filter(({ exchange }, index) => index === at || shown.includes(exchange));
    return {
      ...flaw,
      // Indexes of list items are removed, so that the same flaw in two items has one key.
      key: genericPointer(flaw.key),
      check: id,
      basis: weakestBasis(
        flaw.basis,
        ...premises.flatMap(({ exchange, operation }) => [
          operation.basis,
          responseFor(operation, exchange.response.status)?.basis,
        ]),
      ),
      operation: steps[at]?.operation ?? scope.operation,
      steps: before,
    };
  }

  function checkFindings(): readonly Finding[] {
    return steps.flatMap(({ exchange, operation }, at) =>
      scope.judge(exchange, operation).map((finding) => ({
        ...finding,
        operation,
        steps: requiredSteps(
          exchange,
          steps.slice(0, at).map((step) => step.exchange),
        ),
      })),
    );
  }
}
