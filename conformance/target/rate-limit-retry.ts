import type { Exchange } from "../model/exchange.ts";

/** So often a request is sent again that was refused for how often one asks; none is after one that came to nothing. */
const MOST_AGAIN = 3;

/** Sends requests again that are refused for how often one asks, each time when its turn comes. */
export interface Patience {
  /**
   * The first answer that is no such refusal; every other was told of.
   * @throws RefusedForGood where there is none, and then at once for all that follows.
   */
  until(send: () => Promise<Exchange>, refused: (exchange: Exchange) => boolean): Promise<Exchange>;
  /** Whether it has come to an end. */
  isOver(): boolean;
}

/** Ends what is tried, and is no finding: who shares a limit with others may be refused for ever. */
class RefusedForGood extends Error {
  override readonly name = "AbortError";
}

export function createPatience(): Patience {
  let isOver = false;
  let most = MOST_AGAIN;
  return {
    isOver: () => isOver,
    async until(send, refused) {
      if (isOver) throw new RefusedForGood("Requests are refused");
      for (let again = 0; ; again++) {
        const exchange = await send();
        if (!refused(exchange)) return exchange;
        if (again < most) continue;
        most = 0;
        // That somebody is out of order is a finding like any other.
        if (exchange.response.status !== 429) return exchange;
        isOver = true;
        throw new RefusedForGood("Requests are refused");
      }
    },
  };
}
