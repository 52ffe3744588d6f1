import { type Operation, responseFor } from "../../contracts/index.ts";
import { weakest } from "../model/weakest.ts";
import type { Exchange } from "../model/exchange.ts";

/** How many answers were judged, and how many of those on nothing but what the specification states. */
interface Share {
  readonly judged: number;
  readonly stated: number;
}

/** How much of a run was judged on stated ground: the more of it is not, the less its verdict binds the target. */
export interface Ground extends Share {
  readonly apis: readonly (Share & { readonly api: string })[];
}

/** Counts the answers that are judged. */
export interface GroundLog {
  /** Is told of every exchange that is judged. */
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
      groundOf(
        [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([api, count]) => ({ api, ...count })),
      ),
  };
}

/** What is known of each API, and of all together. */
export function groundOf(apis: Ground["apis"]): Ground {
  const sum = (name: "judged" | "stated"): number => apis.reduce((all, each) => all + each[name], 0);
  return { judged: sum("judged"), stated: sum("stated"), apis };
}
