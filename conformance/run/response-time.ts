import type { Operation } from "../../contracts/index.ts";
import type { Exchange, OperationExchange, WireRequest } from "../model/exchange.ts";
import type { Finding } from "../checks/finding.ts";

/** Check that needs an option, because no contract limits response times. */
export const responseInTime = { id: "in-time", claim: "No response takes longer than --max-response-time" } as const;

/** Records the slow responses of each operation. */
export interface SlowResponses {
  /** Records an exchange of the usual identity. */
  record(record: Pick<OperationExchange, "exchange" | "operation">): void;
  /**
   * Findings of an operation, once. One slow response may have many reasons: a safe request is sent again, and any
   * other needs two slow responses.
   */
  settle(operation: Operation, send: (request: WireRequest) => Promise<Exchange>): Promise<readonly Finding[]>;
}

export function createSlowResponses(limitOf: (operation: Operation) => number | undefined): SlowResponses {
  const slow = new Map<Operation, Exchange[]>();
  const reported = new Set<Operation>();
  const isSlow = ({ response }: Exchange, operation: Operation): boolean =>
    (response.milliseconds ?? 0) > (limitOf(operation) ?? Number.POSITIVE_INFINITY);
  return {
    record({ exchange, operation }) {
      if (exchange.as || !isSlow(exchange, operation)) return;
      const known = slow.get(operation) ?? [];
      slow.set(operation, known);
      if (known.length < 2) known.push(exchange);
    },
    async settle(operation, send) {
      const [first, second] = slow.get(operation) ?? [];
      if (!first || reported.has(operation)) return [];
      const confirmed = operation.safe ? await send(first.request) : second;
      if (!confirmed || !isSlow(confirmed, operation)) return [];
      reported.add(operation);
      const times = [first, confirmed]
        .map(({ response }) => `${Math.round(response.milliseconds ?? 0)} ms`)
        .join(", then ");
      return [
        {
          check: responseInTime.id,
          key: "slow",
          message: `The response took ${times}, where ${limitOf(operation)} ms are allowed`,
          // The limit comes from the user, so the basis is stated.
          basis: "stated",
          operation,
          exchange: confirmed,
        },
      ];
    },
  };
}
