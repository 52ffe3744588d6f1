import type { Basis, Json, Location } from "../../contracts/index.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";

/**
 * breaking: a consumer faithful to the base can stop working. dangerous: the document cannot tell,
 * a person must. non-breaking: neither.
 */
export type Verdict = "breaking" | "dangerous" | "non-breaking";

/** The verdicts, the worst first. */
export const verdicts: readonly Verdict[] = ["breaking", "dangerous", "non-breaking"];

/** What happened to the part that a change names. */
export type ChangeKind = "added" | "changed" | "removed";

/** What a change is about: what a consumer sends, what it is answered, what it is told, or the operation as such. */
export type Direction = "request" | "response" | "webhook" | "operation";

/** One difference between a base and its revision, at the place that causes it. */
export interface Change {
  /** Made of API, rule, place and values: the same from run to run, and in every report and feed. */
  readonly id: string;
  readonly rule: string;
  /** The id that oasdiff gives to such a change, where it has one. */
  readonly oasdiff?: string;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** The clause of the provider's policy that decides, where its profile cites one: "9.5". */
  readonly section?: string;
  /** Whether it ends an operation, which is supported for longer than its parts. */
  readonly removesOperation?: true;
  /** Whether the platform's specification states the part, or it was completed; the base's marker decides. */
  readonly basis: Basis;
  readonly direction: Direction;
  readonly api: string;
  /** The operation that is nearest to the cause. */
  readonly operation: string;
  /** Every operation that the cause reaches: "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly operations: readonly string[];
  /** Where in the exchange: "body.items[].name", "query.limit"; empty for the operation itself. */
  readonly path: string;
  /** Of what is in the answer to an error: its status, as the document has it: "404", "default". */
  readonly status?: string;
  readonly message: string;
  /** The definition that was edited, where several changes come from the edit of one. */
  readonly cause?: Cause;
  /** Why the rule judges so. */
  readonly why: string;
  /** What the part said in the base, and says in the revision, where that is a value: 10 and 5 of a maxLength. */
  readonly before?: Json;
  readonly after?: Json;
  /** Why the verdict is not the one that the rule gives by itself. */
  readonly note?: string;
  /** What proves a breaking change. */
  readonly witness?: Witness;
  /** Why a breaking change may be made: it was announced in time. */
  readonly allowed?: Timing;
  /** Why a breaking change may be made although it was not announced in time. */
  readonly waived?: Waived;
  /** Why a breaking change may not be made yet. */
  readonly blocked?: Timing;
  /** Of a change that the base has made already: the earlier version that it breaks, which is still supported. */
  readonly against?: string;
  /** The part, or what encloses it where it does not exist yet; null where the whole API does not. */
  readonly base: Location | null;
  /** The part, or what encloses it where it no longer exists; null where the whole API does not. */
  readonly revision: Location | null;
}

/** A named definition, and what an edit of it changed. */
export interface Cause {
  /** Section and name among the components: "schemas/Pet". */
  readonly component: string;
  /** How many changes it has. */
  readonly changes: number;
  /** How many operations these reach together. */
  readonly operations: number;
}

/** What proves a change breaking: a value, or an exchange that the base knows and the revision does not. */
export interface Witness {
  /**
   * refused: a request that the base accepts and the revision does not. unexpected: what the revision may answer or
   * send, and the base may not. gone: an exchange of the base that the revision no longer has, or ignores a part of.
   */
  readonly shows: "refused" | "unexpected" | "gone";
  /** At the change's path. Checked by the validators of base and revision. */
  readonly value?: Json;
  /** Where the value stands, if that is not the change's path: around what it lacks, or has too much. */
  readonly at?: string;
  /** The request that carries it, or that is answered with it. */
  readonly request?: WitnessRequest;
}

/** A request as it is sent: what is left out is not needed. */
export interface WitnessRequest {
  readonly method: string;
  /** Path and query, below the server's URL; of a server that is gone, below its host. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The same as it is written in a form, by the side that takes it. */
  readonly text?: string;
  /** The same as it is written in parts. */
  readonly parts?: readonly WitnessPart[];
}

/** A part of a body of multipart/form-data. */
export interface WitnessPart {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What the policy says of the time of a breaking change. */
export interface Timing {
  /** Which period of the policy allows or blocks it: a notice can be waived, the time of support cannot. */
  readonly period: "notice" | "support";
  /** The clause of that period, where the profile cites one. */
  readonly section?: string;
  readonly reason: string;
  /** From which day it is allowed (YYYY-MM-DD); absent where nothing was announced, and still can be. */
  readonly from?: string;
  /** Where nothing was announced: from which day it would be, if it were announced today (YYYY-MM-DD). */
  readonly ifAnnounced?: string;
}

/** A waiver that covers a change. */
export interface Waived {
  /** One of those that the profile allows: "security". */
  readonly reason: string;
  readonly by: string;
  /** The day on which the waiver ends: YYYY-MM-DD. */
  readonly expires: string;
  readonly note?: string;
}

/** Something that fails the check and is no difference of the contracts: a date that was put back, a part that was not read. */
export interface Fault {
  readonly code: string;
  /** The clause that it is against, where the profile cites one. */
  readonly section?: string;
  readonly message: string;
  readonly at: Location | null;
  /** The verdict of the whole report is at least this: a part that was not compared may have changed in any way. */
  readonly verdict?: Verdict;
  /** The API whose document was not read as a whole. */
  readonly api?: string;
  /** Further places with the same fault. */
  readonly places?: readonly Location[];
}

/** Something to know about how the documents were read. It fails nothing by itself, unless a person has to decide. */
export interface Note {
  readonly code: string;
  readonly verdict: "dangerous" | "non-breaking";
  readonly api: string;
  readonly message: string;
  readonly at: Location | null;
  /** Further places that the same is to be known of. */
  readonly places?: readonly Location[];
}

/** Every change between a base and its revision, the worst first. */
export interface CompatReport {
  /** The policy that judged; absent: the default profile. */
  readonly profile?: CompatProfile;
  /** The worst verdict of all changes, faults and notes; non-breaking where there is none. */
  readonly verdict: Verdict;
  readonly changes: readonly Change[];
  /** What fails the check although no change breaks. */
  readonly faults: readonly Fault[];
  /** How the documents were read, where they could be read otherwise. */
  readonly notes?: readonly Note[];
}

/** The verdict of a whole report. */
export function verdictOf({ changes, faults, notes = [] }: Omit<CompatReport, "verdict">): Verdict {
  return worstOf([...changes, ...faults, ...notes].flatMap(({ verdict }) => verdict ?? []));
}

/** Whether a change stands in the way: it breaks a stated part, and is neither allowed nor waived. */
export function isBlocking({ verdict, basis, allowed, waived }: Change): boolean {
  return verdict === "breaking" && basis === "stated" && !allowed && !waived;
}

/** The worst of some verdicts. */
export function worstOf(given: Iterable<Verdict>): Verdict {
  const present = new Set(given);
  return verdicts.find((verdict) => present.has(verdict)) ?? "non-breaking";
}
