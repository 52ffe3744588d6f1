import type { Exchange } from "../../model/exchange.ts";

/** Maximum retries of a request that was refused for its rate. After one request has used them up, no other is retried. */
const MAX_RETRIES = 3;

/** Retries of requests that the target refuses for their rate. Each retry waits for its turn. */
export interface RateLimitRetry {
  /**
   * Sends until `refused` returns false, and returns that exchange.
   * @throws RefusedForGood if all retries were refused with 429, and immediately for every later call.
   */
  until(send: () => Promise<Exchange>, refused: (exchange: Exchange) => boolean): Promise<Exchange>;
  /** True after a request was refused with 429 in all retries. */
  isOver(): boolean;
}

/** Ends the present attempt without a finding, because a rate limit shared with other clients may never clear. */
class RefusedForGood extends Error {
  override readonly name = "AbortError";
}

export function createRateLimitRetry(): RateLimitRetry {
  let isOver = false;
  let maxRetries = MAX_RETRIES;
  return {
    isOver: () => isOver,
    async until(send, refused) {
      if (isOver) throw new RefusedForGood("Requests are refused");
      for (let retries = 0; ; retries++) {
        const exchange = await send();
        if (!refused(exchange)) return exchange;
        if (retries < maxRetries) continue;
        maxRetries = 0;
        // A lasting 503 is a fault of the provider, which the checks report.
        if (exchange.response.status !== 429) return exchange;
        isOver = true;
        throw new RefusedForGood("Requests are refused");
      }
    },
  };
}
