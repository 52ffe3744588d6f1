import type { Contract } from "../../contracts/index.ts";
import { toldByPart } from "./announcement.ts";
import { type Ledger, type LedgerDates, type LedgerRecord, type Version, ledgerOf } from "./ledger.ts";
import { recordsByContract } from "./ledger-apis.ts";
import { type Life, lifeAt } from "./life.ts";
import { type DatedPart, datedParts } from "./dated-parts.ts";

/**
 * A ledger with one more version in it, the latest. What is no longer there, or no longer deprecated, is forgotten: it
 * would be published, or announced, anew. A document's own dates count where they are later than the version's; of the
 * first version, which shows nothing of what came before it, they count as they are.
 */
export function grownLedger(
  ledger: Ledger,
  { contracts, name, date }: Version & { readonly contracts: readonly Contract[] },
): Ledger {
  const recordsOf = recordsByContract(contracts, ledger);
  const isFirst = ledger.versions.length === 0 && Object.keys(ledger.apis).length === 0;
  const grown = contracts.flatMap(recordsIn);
  const others = ledger.versions.filter((version) => version.name !== name);
  return ledgerOf(grown, [...others, { name, date }]);

  function recordsIn(contract: Contract): LedgerRecord[] {
    const known = toldByPart(contract, recordsOf(contract));
    const published = new Map(contract.operations.map((one) => [one.pointer, one.published?.date]));
    const seen = new Set<string>();
    return datedParts(contract).flatMap((part): LedgerRecord[] => {
      const life = lifeAt(contract.document, part.pointer);
      const isOperation = part.side === "operation";
      if (seen.has(part.pointer) || (!isOperation && !life.deprecated)) return [];
      seen.add(part.pointer);
      const before = known.get(part.pointer)?.find(({ path }) => (path === "") === (part.path === ""));
      const dates = {
        ...(isOperation && { published: before?.published ?? dayOf(published.get(part.pointer)) }),
        ...deprecationOf(life, before),
      };
      return [{ api: contract.api, title: contract.title, ...placeOf(part), ...dates }];
    });
  }

  function deprecationOf(life: Life, before: LedgerDates | undefined): LedgerDates {
    if (!life.deprecated) return {};
    const sunset = life.sunset ?? before?.sunset;
    const announced = before?.deprecated === undefined ? name : before.announced;
    return {
      deprecated: before?.deprecated ?? dayOf(life.since),
      ...(sunset !== undefined && { sunset }),
      ...(announced !== undefined && { announced }),
    };
  }

  function dayOf(own: string | undefined): string {
    return own !== undefined && (isFirst || own > date) ? own : date;
  }
}

function placeOf({ root, side, path }: DatedPart): Pick<LedgerRecord, "operations" | "path" | "direction"> {
  return { operations: [root.name], path, ...(side !== "operation" && { direction: side }) };
}
