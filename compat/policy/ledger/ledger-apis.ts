import { type Contract, anonymousTemplate } from "../../../contracts/index.ts";
import { type ApiIdentity, partnersOf } from "../../pairing/pair-contracts.ts";
import { datedPlaces } from "../dated-parts.ts";
import { type Ledger, type LedgerRecord, isThere, operationOf, recordsOf } from "./ledger.ts";

/** An API as a ledger knows it, or would: contracts of one name are one there. */
interface Known extends ApiIdentity {
  /** What it has lines for. */
  members(): ReadonlySet<string>;
}

/** The lines of a ledger that are of each contract, wherever its file is and whatever it is called. */
export function recordsByContract(
  contracts: readonly Contract[],
  lines: readonly LedgerRecord[],
): (contract: Contract) => readonly LedgerRecord[] {
  const byApi = Map.groupBy(lines, ({ api }) => api);
  if (byApi.size === 0) return () => [];
  const known = [...byApi].map(([api, records]) =>
    knownAs(api, records[0]?.title, () => records.filter(isThere).map(operationOf)),
  );
  const given = [...Map.groupBy(contracts, ({ api }) => api)].map(([api, same]) =>
    knownAs(api, same[0]?.title, () => same.flatMap(membersOf)),
  );
  const partners = partnersOf(given, known, (one) => one.members());
  const found = new Map([...partners].map(([one, other]) => [one.api, byApi.get(other.api) ?? []]));
  return ({ api }) => found.get(api) ?? [];
}

/** The APIs that a ledger has, and that none of some contracts is of. */
export function apisWithout(ledger: Ledger, contracts: readonly Contract[]): string[] {
  const lines = recordsOf(ledger);
  const linesIn = recordsByContract(contracts, lines);
  const found = new Set(contracts.flatMap((contract) => linesIn(contract).map(({ api }) => api)));
  const known = new Set(lines.filter(isThere).map(({ api }) => api));
  return [...known].filter((api) => !found.has(api));
}

function knownAs(api: string, title = api, members: () => readonly string[]): Known {
  // A ledger tells of no kind, and has nothing but names.
  return { kind: "openapi", api, title, file: api, members: () => new Set(members()) };
}

/** Operations; of GraphQL what is deprecated, or takes what is. */
function membersOf(contract: Contract): string[] {
  return datedPlaces(contract).map(({ root }) => anonymousTemplate(root.name));
}
