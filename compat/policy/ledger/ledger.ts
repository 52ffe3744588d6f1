import { compareText } from "../../model/compare-text.ts";
import { type Json, anonymousTemplate, monthsAfter, plainText } from "../../../contracts/index.ts";
import type { Period } from "../../profile/compat-profile.ts";
import { compareNames } from "../../model/usage-graph.ts";
import type { Told } from "../announcement.ts";
import type { DatedPart } from "../dated-parts.ts";

/** What is remembered of an operation or field. Days are YYYY-MM-DD. */
export interface LedgerDates {
  /** The first day on which it was there. */
  readonly published?: string;
  /** The first day on which it was marked, and has been since. */
  readonly deprecated?: string;
  readonly sunset?: string;
  /** The version that announced it. */
  readonly announced?: string;
  /** The first day on which it was there no more: it stays for as long as a version that has it is supported. */
  readonly gone?: string | undefined;
}

interface LedgerOperation extends LedgerDates {
  /** Fields that are deprecated: by side and path, "response body.note". */
  readonly fields?: Readonly<Record<string, LedgerDates>>;
}

interface GrowingOperation extends LedgerDates {
  fields?: Record<string, LedgerDates>;
}

/** A published version, such as a tag. */
export interface Version {
  readonly name: string;
  /** The day on which it was published: YYYY-MM-DD. */
  readonly date: string;
}

/** When what was published and announced, for documents that carry no dates. */
export interface Ledger {
  /** Whether what several operations have has a line for each; in a ledger that was made before, the nearest has it. */
  readonly everyOperation?: boolean;
  /** The versions that it was made of, the earliest first. */
  readonly versions: readonly Version[];
  readonly apis: Readonly<Record<string, LedgerApi>>;
}

interface LedgerApi {
  readonly title: string;
  /** By "METHOD /path/{template}"; of GraphQL what is deprecated, by "Type" or "Type.member", with its arguments as fields. */
  readonly operations: Readonly<Record<string, LedgerOperation>>;
}

/** One line of a ledger. */
export interface LedgerRecord extends LedgerDates, Told {
  readonly title: string;
}

/** A ledger of which nothing is known. */
export const emptyLedger: Ledger = { everyOperation: true, versions: [], apis: {} };

/** The lines of a ledger. */
export function recordsOf({ apis }: Ledger): LedgerRecord[] {
  return Object.entries(apis).flatMap(([api, { title, operations }]) =>
    Object.entries(operations).flatMap(([name, { fields = {}, ...dates }]) => [
      { api, title, operations: [name], path: "", ...dates },
      ...Object.entries(fields).map(([field, told]) => ({
        api,
        title,
        operations: [name],
        ...fieldPlace(field),
        ...told,
      })),
    ]),
  );
}

/** The ledger that has some lines: of what is gone, those that `--transitive` may ask for; without a period, all. */
export function ledgerOf(records: readonly LedgerRecord[], versions: readonly Version[], support?: Period): Ledger {
  const apis: Record<string, { title: string; operations: Record<string, GrowingOperation> }> = {};
  const latest = versions.reduce((last, { date }) => (date > last ? date : last), "");
  const kept = records.filter(
    ({ gone }) => gone === undefined || !support || monthsAfter(gone, support.months) > latest,
  );
  const inOrder = kept.toSorted(
    (one, other) =>
      compareText(one.api, other.api) ||
      compareNames(one.operations[0] ?? "", other.operations[0] ?? "") ||
      compareText(fieldOf(one), fieldOf(other)),
  );
  for (const record of inOrder) {
    const { operations } = (apis[record.api] ??= { title: record.title, operations: {} });
    const name = record.operations[0] ?? "";
    if (record.path === "") operations[name] = { ...datesOf(record), ...operations[name] };
    else ((operations[name] ??= {}).fields ??= {})[fieldOf(record)] = datesOf(record);
  }
  return { everyOperation: true, versions, apis };
}

function datesOf({ published, deprecated, sunset, announced, gone }: LedgerDates): LedgerDates {
  return {
    ...(published !== undefined && { published }),
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { sunset }),
    ...(announced !== undefined && { announced }),
    ...(gone !== undefined && { gone }),
  };
}

function fieldPlace(field: string): Pick<LedgerRecord, "direction" | "path"> {
  const at = field.indexOf(" ");
  return { direction: field.slice(0, at), path: field.slice(at + 1) };
}

function fieldOf({ direction = "", path }: Told): string {
  return path === "" ? "" : `${direction} ${path}`;
}

/** Finds the lines that are of one place of a part, among those that are told of the part. */
export function linesByPlace(
  told: ReadonlyMap<string, readonly LedgerRecord[]>,
): (place: DatedPart) => readonly LedgerRecord[] {
  const named = new Map([...told].map(([pointer, lines]) => [pointer, Map.groupBy(lines, operationOf)]));
  return ({ root, side, pointer }) => {
    const lines = named.get(pointer)?.get(anonymousTemplate(root.name)) ?? [];
    return lines.filter(({ direction = side }) => direction === side);
  };
}

/** Whether a line is of a part in one place, as that is called now. */
export function isOfPlace(line: LedgerRecord, { root, side, path }: DatedPart): boolean {
  return operationOf(line) === anonymousTemplate(root.name) && line.path === path && (line.direction ?? side) === side;
}

/** Whether what a line tells of was there in the latest version. */
export function isThere({ gone }: LedgerDates): boolean {
  return gone === undefined;
}

/** What the operation of a line is called, whatever its parameters are. */
export function operationOf({ operations: [name = ""] }: LedgerRecord): string {
  return anonymousTemplate(name);
}

const heading = `# When each operation was first published, and what is deprecated since when.
# Kept by: concord compat ledger
`;

/** The text of a ledger's file. */
export async function renderLedger(ledger: Ledger): Promise<string> {
  return heading + (await plainText(ledger as unknown as Json));
}
