import type { WireRequest } from "../model/wire-message.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Finding } from "../checks/finding.ts";

/** A check that is asked only where a budget is given: no contract has one. */
export const inTime = { id: "in-time", claim: "No answer takes longer than --max-response-time says" } as const;

/** Remembers the slow answers of each operation. */
export interface Slowness {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation): void;
  /**
   * What is to be told of an operation, once. One slow answer may have many reasons: what changes nothing is sent
   * again, and of all else two must have been slow.
   */
  settle(operation: Operation, send: (request: WireRequest) => Promise<Exchange>): Promise<readonly Finding[]>;
}

export function createSlowness(maxResponseMs: number = Number.POSITIVE_INFINITY): Slowness {
  const slow = new Map<Operation, Exchange[]>();
  const told = new Set<Operation>();
  const isSlow = ({ response }: Exchange): boolean => (response.milliseconds ?? 0) > maxResponseMs;
  return {
    seen(exchange, operation) {
      if (!isSlow(exchange)) return;
      const known = slow.get(operation) ?? [];
      slow.set(operation, known);
      if (known.length < 2) known.push(exchange);
    },
    async settle(operation, send) {
      const [first, second] = slow.get(operation) ?? [];
      if (!first || told.has(operation)) return [];
      const confirmed = operation.safe && first.as === undefined ? await send(first.request) : second;
      if (!confirmed || !isSlow(confirmed)) return [];
      told.add(operation);
      const times = [first, confirmed]
        .map(({ response }) => `${Math.round(response.milliseconds ?? 0)} ms`)
        .join(", then ");
      return [
        {
          check: inTime.id,
          key: "slow",
          message: `The answer took ${times}, where ${maxResponseMs} ms are allowed`,
          // Who gives the budget demands it.
          basis: "stated",
          operation,
          exchange: confirmed,
        },
      ];
    },
  };
}
