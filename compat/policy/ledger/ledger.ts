import { compareText } from "../../model/compare-text.ts";
import { type Json, anonymousTemplate, monthsAfter, toPlainYaml, omitUndefined } from "../../../contracts/index.ts";
import type { Period } from "../../profile/compat-profile.ts";
import { compareNames } from "../../model/usage-graph.ts";
import type { PartMention } from "../announcement.ts";
import type { DatedPart } from "../dated-parts.ts";

/** Dates of an operation or field. Days are YYYY-MM-DD. */
export interface LedgerDates {
  /** First day on which it existed. */
  readonly published?: string;
  /** First day of its current deprecation. */
  readonly deprecated?: string;
  readonly sunset?: string;
  /** Version that announced the deprecation. */
  readonly announced?: string;
  /** Day of its removal. The record stays while a version that has it is supported. */
  readonly gone?: string | undefined;
}

interface LedgerOperation extends LedgerDates {
  /** Deprecated fields, by side and path: "response body.note". */
  readonly fields?: Readonly<Record<string, LedgerDates>>;
}

interface GrowingOperation extends LedgerDates {
  fields?: Record<string, LedgerDates>;
}

/** A published version, such as a tag. */
export interface Version {
  readonly name: string;
  /** Day of publication (YYYY-MM-DD). */
  readonly date: string;
}

/** Days on which parts were published and announced, for documents without dates. */
export interface Ledger {
  /** True if a shared part has a record for each operation. Earlier ledgers have one for the nearest operation only. */
  readonly everyOperation?: boolean;
  /** Versions that it was made from, the earliest first. */
  readonly versions: readonly Version[];
  readonly apis: Readonly<Record<string, LedgerApi>>;
}

interface LedgerApi {
  readonly title: string;
  /** By "METHOD /path/{template}". For GraphQL: deprecated parts by "Type" or "Type.member", arguments as fields. */
  readonly operations: Readonly<Record<string, LedgerOperation>>;
}

/** Record of one operation or field. */
export interface LedgerRecord extends LedgerDates, PartMention {
  readonly title: string;
}

/** A ledger without records. */
export const emptyLedger: Ledger = { everyOperation: true, versions: [], apis: {} };

/** Records of a ledger, one for each operation and field. */
export function listRecords({ apis }: Ledger): LedgerRecord[] {
  return Object.entries(apis).flatMap(([api, { title, operations }]) =>
    Object.entries(operations).flatMap(([name, { fields = {}, ...dates }]) => [
      { api, title, operations: [name], path: "", ...dates },
      ...Object.entries(fields).map(([field, dated]) => ({
        api,
        title,
        operations: [name],
        ...fieldPlace(field),
        ...dated,
      })),
    ]),
  );
}

/** Builds a ledger from records. Removed parts stay while `--transitive` can need them; without a support period, always. */
export function buildLedger(records: readonly LedgerRecord[], versions: readonly Version[], support?: Period): Ledger {
  const apis: Record<string, { title: string; operations: Record<string, GrowingOperation> }> = {};
  const latest = versions.reduce((last, { date }) => (date > last ? date : last), "");
  const kept = records.filter(
    ({ gone }) => gone === undefined || !support || monthsAfter(gone, support.months) > latest,
  );
  const inOrder = kept.toSorted(
    (one, other) =>
      compareText(one.api, other.api) ||
      compareNames(one.operations[0] ?? "", other.operations[0] ?? "") ||
      compareText(formatField(one), formatField(other)),
  );
  for (const record of inOrder) {
    const { operations } = (apis[record.api] ??= { title: record.title, operations: {} });
    const name = record.operations[0] ?? "";
    if (record.path === "") operations[name] = { ...pickLedgerDates(record), ...operations[name] };
    else ((operations[name] ??= {}).fields ??= {})[formatField(record)] = pickLedgerDates(record);
  }
  return { everyOperation: true, versions, apis };
}

function pickLedgerDates({ published, deprecated, sunset, announced, gone }: LedgerDates): LedgerDates {
  return omitUndefined({
    published,
    deprecated,
    sunset,
    announced,
    gone,
  });
}

function fieldPlace(field: string): Pick<LedgerRecord, "direction" | "path"> {
  const at = field.indexOf(" ");
  return { direction: field.slice(0, at), path: field.slice(at + 1) };
}

function formatField({ direction = "", path }: PartMention): string {
  return path === "" ? "" : `${direction} ${path}`;
}

/** Returns a function that finds the records of one place of a part. */
export function recordsByPlace(
  records: ReadonlyMap<string, readonly LedgerRecord[]>,
): (place: DatedPart) => readonly LedgerRecord[] {
  const named = new Map([...records].map(([pointer, lines]) => [pointer, Map.groupBy(lines, nameRecordOperation)]));
  return ({ root, side, pointer }) => {
    const lines = named.get(pointer)?.get(anonymousTemplate(root.name)) ?? [];
    return lines.filter(({ direction = side }) => direction === side);
  };
}

/** Checks whether a record is of a part at exactly one place. */
export function isOfPlace(record: LedgerRecord, { root, side, path }: DatedPart): boolean {
  return (
    nameRecordOperation(record) === anonymousTemplate(root.name) &&
    record.path === path &&
    (record.direction ?? side) === side
  );
}

/** Checks that the part of a record exists in the latest version. */
export function isInLatestVersion({ gone }: LedgerDates): boolean {
  return gone === undefined;
}

/** Name of the operation of a record, without parameter names. */
export function nameRecordOperation({ operations: [name = ""] }: LedgerRecord): string {
  return anonymousTemplate(name);
}

const heading = `# When each operation was first published, and what is deprecated since when.
# Kept by: concord compat ledger
`;

/** Writes a ledger as the text of its file. */
export async function renderLedger(ledger: Ledger): Promise<string> {
  return heading + (await toPlainYaml(ledger as unknown as Json));
}
