import { type Operation, findResponse } from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import type { Exchange } from "../model/exchange.ts";

/** Number of judged responses, and number of those whose basis is stated. */
interface Share {
  readonly judged: number;
  readonly stated: number;
}

/** Share of a run that was judged on a stated basis. A verdict on an assumed basis does not bind the target. */
export interface BasisShare extends Share {
  readonly apis: readonly (Share & { readonly api: string })[];
}

/** Counts judged responses. */
export interface BasisLog {
  /** Records a judged exchange. */
  recordExchange(exchange: Exchange, operation: Operation): void;
  basisShare(): BasisShare;
}

export function createBasisLog(): BasisLog {
  const counts = new Map<string, { judged: number; stated: number }>();
  return {
    recordExchange({ response }, operation) {
      const { api, basis } = operation;
      const count = counts.get(api) ?? { judged: 0, stated: 0 };
      counts.set(api, count);
      count.judged++;
      if (weakestBasis(basis, findResponse(operation, response.status)?.basis) === "stated") count.stated++;
    },
    basisShare: () =>
      totalBasisShare(
        [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([api, count]) => ({ api, ...count })),
      ),
  };
}

/** The share of each API and of all APIs together. */
export function totalBasisShare(apis: BasisShare["apis"]): BasisShare {
  const sumBasis = (name: "judged" | "stated"): number => apis.reduce((all, each) => all + each[name], 0);
  return { judged: sumBasis("judged"), stated: sumBasis("stated"), apis };
}
