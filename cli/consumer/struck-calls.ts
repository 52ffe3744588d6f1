import type { Contract } from "../../contracts/index.ts";
import type { Witnessed } from "../../conformance/index.ts";
import type { Journal, JournalEntry, PlatformOptions } from "../../mock/index.ts";
import { unlistedIn } from "./unlisted.ts";

/** So many calls that were struck are remembered: the latest. */
const REMEMBERED = 1000;

/** The calls of a run: all counted, and those that the weather struck remembered, which the journal may forget. */
export interface StruckCalls {
  /** To be told of each call when it was answered. */
  readonly observe: NonNullable<PlatformOptions["observe"]>;
  readonly counts: { readonly calls: number; readonly strikes: number };
  /** The latest that were struck, the earliest of them first. */
  readonly latest: readonly Witnessed[];
}

/** Counts calls, and reads those that were struck in the journal while they are its latest. */
export function createStruckCalls(
  contracts: readonly Contract[],
  journalOf: (organization: string) => Journal,
): StruckCalls {
  const counts = { calls: 0, strikes: 0 };
  const latest: Witnessed[] = [];
  return {
    counts,
    latest,
    observe({ weather }, organization) {
      counts.calls++;
      if (!weather) return;
      counts.strikes++;
      const [entry] = journalOf(organization).entries({ limit: 1 });
      if (entry) latest.push(witnessed(contracts, entry));
      if (latest.length > REMEMBERED) latest.shift();
    },
  };
}

function witnessed(contracts: readonly Contract[], entry: JournalEntry): Witnessed {
  const { status, response } = entry;
  const contract = contracts.find(({ kind, api }) => kind === "openapi" && api === entry.api);
  const operation = contract?.operations.find(({ id }) => id === entry.operation);
  if (!contract || !operation || response.body === undefined) return entry;
  const unlisted = unlistedIn(contract, { operation, status, body: response.body });
  return unlisted.length === 0 ? entry : { ...entry, unlisted };
}
