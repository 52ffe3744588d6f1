import { type Contract, anonymousTemplate } from "../../../contracts/index.ts";
import { toldAmong, toldByPart } from "../announcement.ts";
import { type DatedPart, datedPlaces } from "../dated-parts.ts";
import { type Ledger, type LedgerRecord, linesByPlace, operationOf } from "./ledger.ts";

/** What a ledger has of the parts of a contract. */
export interface Recorded {
  readonly isEmpty: boolean;
  /**
   * The lines that decide on a part: for each operation that has it, one without dates where the ledger has none; but of
   * an operation that is new to the ledger nobody was shown the part as anything but deprecated.
   */
  at(pointer: string): readonly LedgerRecord[];
  /** The same of some operations, for what these have; itself where that is all the same. */
  among(operations: readonly string[]): Recorded;
}

/** Finds the lines of a ledger that are of a contract; of one that an earlier release made, one for each part. */
export function recordedOf(
  contract: Contract,
  lines: readonly LedgerRecord[],
  { everyOperation = false }: Pick<Ledger, "everyOperation">,
): Recorded {
  const told = toldByPart(contract, lines);
  if (!everyOperation || told.size === 0) return asTold(told);
  const operations = new Set(lines.map(operationOf));
  const known = datedPlaces(contract).filter(({ root }) => operations.has(anonymousTemplate(root.name)));
  const places = Map.groupBy(known, ({ pointer }) => pointer);
  const linesOf = linesByPlace(told);
  // What stands in none of these places is as it is told.
  const every = [...told].map(
    ([pointer, found]) => [pointer, places.get(pointer)?.flatMap(linesOrNone) ?? found] as const,
  );
  return everyPlace(new Map(every));

  function linesOrNone(place: DatedPart): readonly LedgerRecord[] {
    const own = linesOf(place);
    const { api, title } = contract;
    return own.length > 0 ? own : [{ api, title, operations: [place.root.name], path: place.path }];
  }
}

type ByPointer = ReadonlyMap<string, readonly LedgerRecord[]>;

function asTold(told: ByPointer): Recorded {
  return {
    isEmpty: told.size === 0,
    at: (pointer) => told.get(pointer) ?? [],
    among() {
      return this;
    },
  };
}

function everyPlace(told: ByPointer): Recorded {
  const narrowed = new Map<string, Recorded>();
  const isMixed = told.values().some((lines) => new Set(lines.map(datesOf)).size > 1);
  return {
    ...asTold(told),
    among(operations) {
      if (!isMixed) return this;
      const key = operations.map(anonymousTemplate).join("\n");
      let found = narrowed.get(key);
      if (!found) narrowed.set(key, (found = asTold(toldAmong(told, operations))));
      return found;
    },
  };
}

function datesOf({ published, deprecated, sunset }: LedgerRecord): string {
  return JSON.stringify([published, deprecated, sunset]);
}
