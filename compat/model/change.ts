import type { Basis, Json, Location } from "../../contracts/index.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";

/**
 * breaking: a consumer faithful to the base can stop working. dangerous: the document cannot tell, and a person has to
 * decide. non-breaking: neither.
 */
export type Verdict = "breaking" | "dangerous" | "non-breaking";

/** The verdicts, the worst first. */
export const verdicts: readonly Verdict[] = ["breaking", "dangerous", "non-breaking"];

/** Kind of the edit that caused a change. */
export type ChangeKind = "added" | "changed" | "removed";

/** Subject of a change: requests, responses, webhooks, the operation as a whole, or the whole API. */
export type Direction = "request" | "response" | "webhook" | "operation" | "api";

/** One difference between a base and its revision, at the place that causes it. */
export interface Change {
  /** Derived from API, rule, place and values: the same from run to run, and in every report and feed. */
  readonly id: string;
  readonly rule: string;
  /** Id of such a change in oasdiff, if it has one. */
  readonly oasdiff?: string;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** The policy makes the rule a warning: the change is listed, and fails a check at level "any" only. */
  readonly warning?: true;
  /** The clause of the provider's policy that decides, if its profile cites one: "9.5". */
  readonly section?: string;
  /** The change ends an operation, which is supported for longer than its parts. */
  readonly removesOperation?: true;
  /** Basis of the part in the base: stated by the provider's specification, or assumed by the author of the contract. */
  readonly basis: Basis;
  readonly direction: Direction;
  readonly api: string;
  /** The operation nearest to the cause; empty for a change of the whole API. */
  readonly operation: string;
  /** All operations that the cause affects: "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly operations: readonly string[];
  /** Path in the exchange: "body.items[].name", "query.limit"; empty for the operation itself. */
  readonly path: string;
  /** Status of an error response, as the document has it: "404", "default". */
  readonly status?: string;
  readonly message: string;
  /** The edited definition, if one edit caused several changes. */
  readonly cause?: Cause;
  /** Reason of the rule. */
  readonly why: string;
  /** Values in the base and in the revision, if the part has values: 10 and 5 of a maxLength. */
  readonly before?: Json;
  readonly after?: Json;
  /** Reason why the verdict differs from that of the rule. */
  readonly note?: string;
  /** Proof of a breaking change. */
  readonly witness?: Witness;
  /** The announcement that allows a breaking change. */
  readonly allowed?: Timing;
  /** The waiver that allows a breaking change without an announcement in time. */
  readonly waived?: Waived;
  /** The period that does not allow a breaking change yet. */
  readonly blocked?: Timing;
  /** Earlier supported version that the change breaks, if the base already contains the change. */
  readonly against?: string;
  /** The part, or the nearest part around it that exists in the base; null without a base. */
  readonly base: Location | null;
  /** The part, or the nearest part around it that exists in the revision; null without a revision. */
  readonly revision: Location | null;
}

/** A part that the document defines once, and the extent of its edit. */
export interface Cause {
  /** Section and name among the components: "schemas/Pet". Or "servers" or "security" of the document. */
  readonly component: string;
  /** Number of changes. */
  readonly changes: number;
  /** Number of operations that these affect together. */
  readonly operations: number;
}

/** Proof of a breaking change: a value, or an exchange that the base has and the revision does not. */
export interface Witness {
  /**
   * refused: a request that the base accepts and the revision does not. unexpected: a value that the revision may send,
   * and the base may not. gone: an exchange of the base that the revision no longer has, or a part of it.
   */
  readonly shows: "refused" | "unexpected" | "gone";
  /** Value at the path of the change. The validators of base and revision have checked it. */
  readonly value?: Json;
  /** Path of the value, if it is not that of the change: the object around a missing or an additional property. */
  readonly at?: string;
  /** The request that carries the value, or whose response does. */
  readonly request?: WitnessRequest;
}

/** A request on the wire, with only the parts that it needs. */
export interface WitnessRequest {
  readonly method: string;
  /** Path and query below the URL of the server; below its host if the server was removed. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The body as the text of a form, as the receiving side defines it. */
  readonly text?: string;
  /** The body as parts of multipart/form-data. */
  readonly parts?: readonly WitnessPart[];
}

/** A part of a body of multipart/form-data. */
export interface WitnessPart {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Date of a breaking change under the policy. */
export interface Timing {
  /** The period or version that allows or blocks the change. Notice and version can be waived, support cannot. */
  readonly period: "notice" | "support" | "version";
  /** The clause of that period, if the profile cites one. */
  readonly section?: string;
  readonly reason: string;
  /** First day on which the change is allowed (YYYY-MM-DD); absent if nothing was announced yet. */
  readonly from?: string;
  /** First day on which the change is allowed if it is announced today (YYYY-MM-DD). */
  readonly ifAnnounced?: string;
  /** Lowest version of the revision that allows the change: "2.0.0". */
  readonly version?: string;
}

/** The waiver of a change. */
export interface Waived {
  /** A reason that the profile allows: "security". */
  readonly reason: string;
  readonly by: string;
  /** The day on which the waiver ends: YYYY-MM-DD. */
  readonly expires: string;
  readonly note?: string;
}

/** A failure that is no difference between the contracts: a date that was moved back, or a part that was not read. */
export interface Fault {
  readonly code: string;
  /** The clause that is violated, if the profile cites one. */
  readonly section?: string;
  readonly message: string;
  readonly at: Location | null;
  /** Least severe verdict of the whole report: a part that was not compared may have changed in any way. */
  readonly verdict?: Verdict;
  /** The API whose document was not read completely. */
  readonly api?: string;
  /** Further places with the same fault. */
  readonly places?: readonly Location[];
}

/** A remark on how a document was read. It fails a check only if a person has to decide. */
export interface Note {
  readonly code: string;
  readonly verdict: "dangerous" | "non-breaking";
  readonly api: string;
  readonly message: string;
  readonly at: Location | null;
  /** Further places with the same remark. */
  readonly places?: readonly Location[];
}

/** A change whose rule the policy switches off. It is counted, and has no effect on the verdict. */
export interface SwitchedOff {
  readonly id: string;
  readonly rule: string;
  /** Verdict without the policy's severity. */
  readonly verdict: Verdict;
}

/** Every change between a base and its revision, the worst first. */
export interface CompatReport {
  /** The policy that judged; absent: the default profile. */
  readonly profile?: CompatProfile;
  /** The worst verdict of all changes, faults and notes; non-breaking without any. */
  readonly verdict: Verdict;
  readonly changes: readonly Change[];
  /** Failures that are no changes. */
  readonly faults: readonly Fault[];
  /** Remarks on documents that can be read in several ways. */
  readonly notes?: readonly Note[];
  /** Day of the judgement (YYYY-MM-DD); absent before a judgement. */
  readonly today?: string;
  /** Changes of rules that the policy switches off; absent without any. */
  readonly off?: readonly SwitchedOff[];
}

/** The verdict of a whole report. */
export function judgeReport({ changes, faults, notes = [] }: Omit<CompatReport, "verdict">): Verdict {
  return findWorst([...changes, ...faults, ...notes].flatMap(({ verdict }) => verdict ?? []));
}

/** Checks if a change blocks a release: it breaks a stated part, and is neither allowed nor waived. */
export function isBlocking({ verdict, basis, allowed, waived }: Change): boolean {
  return verdict === "breaking" && basis === "stated" && !allowed && !waived;
}

/** The worst of some verdicts. */
export function findWorst(verdictList: Iterable<Verdict>): Verdict {
  const present = new Set(verdictList);
  return verdicts.find((verdict) => present.has(verdict)) ?? "non-breaking";
}
