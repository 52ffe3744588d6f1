import { compareText } from "../model/compare-text.ts";
import type { Json } from "../../contracts/index.ts";
import { type Verdict, verdicts } from "../model/change.ts";
import { compareNames } from "../model/usage-graph.ts";
import { compareVersions } from "./compare-versions.ts";

/** Kinds of entries, as the field `kind` lists them. */
export const entryKinds = ["added", "changed", "deprecated", "removed", "error code", "limit"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Parts of an API that an entry can concern. */
export const directions = ["request", "response", "webhook", "operation", "api"] as const;

/** An entry of the changelog, as its file has it. Users can edit the file. */
export interface Entry {
  /** Id of the change. When the same change occurs again, a number is appended: "aaf416a514f0-2". */
  readonly id: string;
  /** Day of publication: YYYY-MM-DD. */
  readonly date: string;
  /** Day on which it takes effect: the sunset of a deprecation, the date of a breaking change. */
  readonly effective?: string;
  /** Version or tag that introduced it. */
  readonly version?: string;
  readonly api: string;
  /** Name of the API's feed, if it differs from `api`. Unlike names of files, it never changes. */
  readonly feed?: string;
  readonly kind: EntryKind;
  readonly compatibility: Verdict;
  /** Clause of the policy that determines the verdict: "9.5". */
  readonly section?: string;
  /** Present for parts that the provider's specification does not state. */
  readonly basis?: "assumed";
  readonly rule?: string;
  readonly direction?: (typeof directions)[number];
  /** All affected operations, the closest to the cause first. */
  readonly operations: readonly string[];
  /** Path in the exchange: "body.items[].name". Empty for the operation itself. */
  readonly path: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Reason why it matters to consumers. */
  readonly impact?: string;
  /** Advice to consumers. */
  readonly action?: string;
  readonly replacement?: string;
  /** Day on which a deprecated part stops working: YYYY-MM-DD. */
  readonly sunset?: string;
  readonly note?: string;
  readonly links: readonly string[];
  /** For a reminder, the id of the announcement. */
  readonly reminds?: string;
  /** Ids of further changes that this entry describes. They get no entries of their own. */
  readonly covers: readonly string[];
  /** True for an entry that is never shown and never created again. */
  readonly hidden: boolean;
}

/** Operation that heads an entry: the first one, unless the entry is about the whole API. */
export function headingOperation({ direction, operations }: Entry): string | undefined {
  if (direction === "api") return undefined;
  return operations[0];
}

/** Checks for entries that require action by consumers: breaking changes and deprecations. */
export function isActionRequired({ compatibility, kind }: Entry): boolean {
  return compatibility === "breaking" || kind === "deprecated";
}

/** Sorts entries: newest first; within a day and version the worst first, then by API, operation and path. */
export function newestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(
    (one, other) =>
      compareText(other.date, one.date) ||
      compareVersions(other.version ?? "", one.version ?? "") ||
      verdicts.indexOf(one.compatibility) - verdicts.indexOf(other.compatibility) ||
      compareText(one.api, other.api) ||
      compareNames(one.operations[0] ?? "", other.operations[0] ?? "") ||
      compareText(one.path, other.path) ||
      compareText(one.rule ?? "", other.rule ?? "") ||
      compareText(one.id, other.id),
  );
}
