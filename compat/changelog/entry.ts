import { compareText } from "../model/compare-text.ts";
import type { Json } from "../../contracts/index.ts";
import { type Verdict, verdicts } from "../model/change.ts";
import { compareNames } from "../model/usage-graph.ts";
import { compareVersions } from "./versions.ts";

/** What an entry tells of. */
export const entryKinds = ["added", "changed", "deprecated", "removed", "error code", "limit"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What an entry is about. */
export const directions = ["request", "response", "webhook", "operation"] as const;

/** What was published on a day, as it stands in a file that a person may edit. */
export interface Entry {
  /** Of a change its id, and for every later time that it came again the id and a number: "aaf416a514f0-2". */
  readonly id: string;
  /** The day on which it was published: YYYY-MM-DD. */
  readonly date: string;
  /** The day from which it holds: of a deprecation the sunset, of a breaking change its date. */
  readonly effective?: string;
  /** The version, or tag, that brought it. */
  readonly version?: string;
  readonly api: string;
  /** What the feed of its API is called, where not by its name: the one that ids are made of outlives names of files. */
  readonly feed?: string;
  readonly kind: EntryKind;
  readonly compatibility: Verdict;
  /** The clause of the policy that decides: "9.5". */
  readonly section?: string;
  /** Said of parts that the platform's specification does not show. */
  readonly basis?: "assumed";
  readonly rule?: string;
  readonly direction?: (typeof directions)[number];
  /** Every operation that it reaches, the nearest first. */
  readonly operations: readonly string[];
  /** Where in the exchange: "body.items[].name"; empty for the operation itself. */
  readonly path: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Why it matters. */
  readonly impact?: string;
  /** What a consumer should do. */
  readonly action?: string;
  readonly replacement?: string;
  /** The day on which a deprecated part stops: YYYY-MM-DD. */
  readonly sunset?: string;
  readonly note?: string;
  readonly links: readonly string[];
  /** Of a reminder: the entry that announced what it reminds of. It is no announcement of its own. */
  readonly reminds?: string;
  /** Ids of other changes that this entry tells of, too: they get no entries of their own. */
  readonly covers: readonly string[];
  /** Is shown nowhere, and does not come back. */
  readonly hidden: boolean;
}

/** Whether a consumer has to do something before a day, or had to. */
export function isActionRequired({ compatibility, kind }: Entry): boolean {
  return compatibility === "breaking" || kind === "deprecated";
}

/** Newest first; within a day and version the worst first, then by API, operation and place. */
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
