import { type Contract, anonymousTemplate } from "../../../contracts/index.ts";
import { type ApiIdentity, pairPartners } from "../../pairing/pair-contracts.ts";
import { datedPlaces } from "../dated-parts.ts";
import { type Ledger, type LedgerRecord, isInLatestVersion, nameRecordOperation, listRecords } from "./ledger.ts";

/** An API in a ledger, or contracts with one name, which would be one API in a ledger. */
interface LedgerIdentity extends ApiIdentity {
  /** Names of its recorded operations. */
  members(): ReadonlySet<string>;
}

/** Returns a function that finds the records of a contract, even if its file was moved or its API renamed. */
export function recordsByContract(
  contracts: readonly Contract[],
  lines: readonly LedgerRecord[],
): (contract: Contract) => readonly LedgerRecord[] {
  const byApi = Map.groupBy(lines, ({ api }) => api);
  if (byApi.size === 0) return () => [];
  const known = [...byApi].map(([api, records]) =>
    ledgerIdentity(api, records[0]?.title, () => records.filter(isInLatestVersion).map(nameRecordOperation)),
  );
  const given = [...Map.groupBy(contracts, ({ api }) => api)].map(([api, same]) =>
    ledgerIdentity(api, same[0]?.title, () => same.flatMap(listRecordedMembers)),
  );
  const partners = pairPartners(given, known, (one) => one.members());
  const found = new Map([...partners].map(([one, other]) => [one.api, byApi.get(other.api) ?? []]));
  return ({ api }) => found.get(api) ?? [];
}

/** Names of the APIs in a ledger that match none of the contracts. */
export function apisWithout(ledger: Ledger, contracts: readonly Contract[]): string[] {
  const lines = listRecords(ledger);
  const linesIn = recordsByContract(contracts, lines);
  const found = new Set(contracts.flatMap((contract) => linesIn(contract).map(({ api }) => api)));
  const known = new Set(lines.filter(isInLatestVersion).map(({ api }) => api));
  return [...known].filter((api) => !found.has(api));
}

function ledgerIdentity(api: string, title = api, members: () => readonly string[]): LedgerIdentity {
  // A ledger does not record the kind of an API. Its name also serves as file.
  return { kind: "openapi", api, title, file: api, members: () => new Set(members()) };
}

/** Names of the recorded operations; for GraphQL, of types and fields that are deprecated or have a deprecated argument. */
function listRecordedMembers(contract: Contract): string[] {
  return datedPlaces(contract).map(({ root }) => anonymousTemplate(root.name));
}
