import { type Operation, responseFor } from "../../contracts/index.ts";
import { weakest } from "../model/weakest.ts";
import type { Exchange } from "../model/exchange.ts";

/** Number of judged responses, and number of those whose basis is stated. */
interface Share {
  readonly judged: number;
  readonly stated: number;
}

/** Share of a run that was judged on a stated basis. A verdict on an assumed basis does not bind the target. */
export interface Ground extends Share {
  readonly apis: readonly (Share & { readonly api: string })[];
}

/** Counts judged responses. */
export interface GroundLog {
  /** Records a judged exchange. */
  judged(exchange: Exchange, operation: Operation): void;
  ground(): Ground;
}

export function createGroundLog(): GroundLog {
  const counts = new Map<string, { judged: number; stated: number }>();
  return {
    judged({ response }, operation) {
      const { api, basis } = operation;
      const count = counts.get(api) ?? { judged: 0, stated: 0 };
      counts.set(api, count);
      count.judged++;
      if (weakest(basis, responseFor(operation, response.status)?.basis) === "stated") count.stated++;
    },
    ground: () =>
      assumedPartsOf(
        [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([api, count]) => ({ api, ...count })),
      ),
  };
}

/** The share of each API and of all APIs together. */
export function assumedPartsOf(apis: Ground["apis"]): Ground {
  const sum = (name: "judged" | "stated"): number => apis.reduce((all, each) => all + each[name], 0);
  return { judged: sum("judged"), stated: sum("stated"), apis };
}
