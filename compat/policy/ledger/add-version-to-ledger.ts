import { compareText } from "../../model/compare-text.ts";
import { type Contract, anonymousTemplate, omitUndefined } from "../../../contracts/index.ts";
import { mentionsByPart } from "../announcement.ts";
import {
  type Ledger,
  type LedgerDates,
  type LedgerRecord,
  type Version,
  isInLatestVersion,
  buildLedger,
  recordsByPlace,
  nameRecordOperation,
  listRecords,
} from "./ledger.ts";
import type { CompatProfile } from "../../profile/compat-profile.ts";
import { defaultProfile } from "../../profile/default-profile.ts";
import { recordsByContract } from "./ledger-apis.ts";
import { type Life, readLifeAtPointer } from "../../model/life.ts";
import { type DatedPart, datedPlaces } from "../dated-parts.ts";

/**
 * Adds the latest version to a ledger. Reinstated parts lose their deprecation. Removed parts stay for earlier versions
 * only, so that they start again if they return. A date in the document counts if it is later than the version's. In the
 * first version it always counts, because no earlier version can confirm it.
 */
export function addVersionToLedger(
  ledger: Ledger,
  { contracts, name, date }: Version & { readonly contracts: readonly Contract[] },
  profile: CompatProfile = defaultProfile,
): Ledger {
  const lines = listRecords(ledger);
  const linesIn = recordsByContract(contracts, lines);
  const records = new Map(contracts.map((contract) => [contract, mentionsByPart(contract, linesIn(contract))]));
  const isFirst = ledger.versions.length === 0 && Object.keys(ledger.apis).length === 0;
  const grown = contracts.flatMap(createVersionRecords);
  const others = ledger.versions.filter((version) => version.name !== name);
  return buildLedger([...grown, ...recordsOfRemoved()], [...others, { name, date }], profile.support);

  function recordsOfRemoved(): LedgerRecord[] {
    const owners = new Map(contracts.flatMap((one) => linesIn(one).map((line) => [line, one] as const)));
    const found = new Set([...records.values()].flatMap((byPart) => [...byPart.values()].flat()));
    return lines
      .filter((line) => !found.has(line) && (line.published ?? line.deprecated) !== undefined)
      .flatMap((line): LedgerRecord[] => {
        const contract = owners.get(line);
        const { api, title } = contract ?? line;
        // A new API that uses the name of a removed one replaces its records.
        const isReplaced = !contract && contracts.some((one) => one.api === api);
        if (isReplaced) return [];
        return [{ ...line, api, title, gone: line.gone ?? date }];
      });
  }

  function createVersionRecords(contract: Contract): LedgerRecord[] {
    const known = records.get(contract) ?? new Map<string, LedgerRecord[]>();
    const linesOf = recordsByPlace(known);
    const shown = new Set(linesIn(contract).filter(isInLatestVersion).map(nameRecordOperation));
    const published = new Map(contract.operations.map((one) => [one.pointer, one.published?.date]));
    return datedPlaces(contract).flatMap((part): LedgerRecord[] => {
      const life = readLifeAtPointer(contract.document, part.pointer);
      const isShown = ledger.everyOperation === true && shown.has(anonymousTemplate(part.root.name));
      const own = linesOf(part).filter(isInLatestVersion);
      const elsewhere = own.length > 0 || isShown ? [] : (known.get(part.pointer) ?? []).filter(isInLatestVersion);
      return earlierRecords(part, own, elsewhere).map(({ path, ...before }) => ({
        api: contract.api,
        title: contract.title,
        ...recordPlace(part),
        path,
        ...(part.side === "operation" && {
          published: before.published ?? chooseRecordDay(published.get(part.pointer)),
        }),
        ...createDeprecationDates(life, before),
      }));
    });
  }

  function createDeprecationDates(life: Life, before: LedgerDates): LedgerDates {
    if (!life.deprecated) return {};
    const sunset = life.sunset ?? before.sunset;
    const announced = before.deprecated === undefined ? name : before.announced;
    return omitUndefined({
      deprecated: before.deprecated ?? chooseRecordDay(life.since),
      sunset,
      announced,
    });
  }

  function chooseRecordDay(own: string | undefined): string {
    if (own !== undefined && (isFirst || own > date)) return own;
    return date;
  }
}

/**
 * Earlier records of a part at one place. A record keeps its first path, even if a shorter one exists now. At a new place
 * the part was deprecated from the start, so it gets the dates of its other places.
 */
function earlierRecords(
  { path }: DatedPart,
  own: readonly LedgerRecord[],
  elsewhere: readonly LedgerRecord[],
): readonly (LedgerDates & Pick<DatedPart, "path">)[] {
  if (own.length > 0) return own;
  const [last] = elsewhere.toSorted((one, other) => compareText(other.deprecated ?? "", one.deprecated ?? ""));
  return [{ ...last, path }];
}

function recordPlace({ root, side, path }: DatedPart): Pick<LedgerRecord, "operations" | "path" | "direction"> {
  return { operations: [root.name], path, ...(side !== "operation" && { direction: side }) };
}
