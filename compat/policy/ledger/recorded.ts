import { type Contract, anonymousTemplate } from "../../../contracts/index.ts";
import { selectMentions, mentionsByPart } from "../announcement.ts";
import { type DatedPart, datedPlaces } from "../dated-parts.ts";
import { type Ledger, type LedgerRecord, recordsByPlace, nameRecordOperation } from "./ledger.ts";

/** Ledger records of the parts of a contract. */
export interface Recorded {
  readonly isEmpty: boolean;
  /**
   * Records that decide on a part, one for each operation that has it. The record has no dates if the ledger lacks the part
   * there. Operations that are new to the ledger are left out, because the part was deprecated there from the start.
   */
  at(pointer: string): readonly LedgerRecord[];
  /** Records for some operations only; the same object if all operations have the same dates. */
  among(operations: readonly string[]): Recorded;
}

/** Finds the records of a contract. A ledger of an earlier release has one record for each part. */
export function indexRecords(
  contract: Contract,
  lines: readonly LedgerRecord[],
  { everyOperation = false }: Pick<Ledger, "everyOperation">,
): Recorded {
  const byPart = mentionsByPart(contract, lines);
  if (!everyOperation || byPart.size === 0) return recordedBy(byPart);
  const operations = new Set(lines.map(nameRecordOperation));
  const known = datedPlaces(contract).filter(({ root }) => operations.has(anonymousTemplate(root.name)));
  const places = Map.groupBy(known, ({ pointer }) => pointer);
  const linesOf = recordsByPlace(byPart);
  // A part at none of these places keeps its records.
  const every = [...byPart].map(
    ([pointer, found]) => [pointer, places.get(pointer)?.flatMap(findPartRecords) ?? found] as const,
  );
  return recordedByPlace(new Map(every));

  function findPartRecords(place: DatedPart): readonly LedgerRecord[] {
    const own = linesOf(place);
    const { api, title } = contract;
    if (own.length > 0) return own;
    return [{ api, title, operations: [place.root.name], path: place.path }];
  }
}

type ByPointer = ReadonlyMap<string, readonly LedgerRecord[]>;

function recordedBy(byPart: ByPointer): Recorded {
  return {
    isEmpty: byPart.size === 0,
    at: (pointer) => byPart.get(pointer) ?? [],
    among() {
      return this;
    },
  };
}

function recordedByPlace(byPart: ByPointer): Recorded {
  const byOperations = new Map<string, Recorded>();
  const isMixed = byPart.values().some((lines) => new Set(lines.map(joinRecordDates)).size > 1);
  return {
    ...recordedBy(byPart),
    among(operations) {
      if (!isMixed) return this;
      const key = operations.map(anonymousTemplate).join("\n");
      let found = byOperations.get(key);
      if (!found) byOperations.set(key, (found = recordedBy(selectMentions(byPart, operations))));
      return found;
    },
  };
}

function joinRecordDates({ published, deprecated, sunset }: LedgerRecord): string {
  return JSON.stringify([published, deprecated, sunset]);
}
