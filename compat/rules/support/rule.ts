import type { Mark } from "../../model/mark.ts";
import type { Basis, Json, JsonSchema } from "../../../contracts/index.ts";
import type { ChangeKind, Verdict } from "../../model/change.ts";
import type { Principle } from "../../profile/criterion.ts";
import type { Concern, Effect } from "../../verdicts/effects.ts";
import type { QuestionId } from "../../verdicts/questions.ts";
import type { RuleTraits } from "./traits.ts";
import type { OperationNode, Subjects } from "../../pairing/nodes/subjects.ts";

/** What a rule says of one pair. */
export interface Found {
  /** A sentence that says by itself what changed; given how the part is called, where the rule does not know that. */
  readonly message: string | ((part: string) => string);
  /** Pointer of the part in the base; where it does not exist, the walk takes the nearest that does. */
  readonly base: string;
  readonly revision: string;
  /** The step from the pair to the part: ".name", "query.limit". */
  readonly step?: string;
  /** The operation, for what is found between two APIs. */
  readonly operation?: OperationNode;
  /** The path of a server that requests were sent below. */
  readonly below?: string;
  /** Which values changed: two changes at one place differ by them. */
  readonly values?: readonly Json[];
  readonly basis?: Basis;
  readonly before?: Json;
  readonly after?: Json;
  /** What it does to what is accepted: the policy derives the verdict from it. */
  readonly effect?: Effect;
  /** What that is about, where it differs from the rule's own. */
  readonly concern?: Concern;
  /** An open question that decides in place of the effect. */
  readonly question?: QuestionId;
  /** Where it differs from the rule's own. */
  readonly verdict?: Verdict;
  /** What decides, likewise. */
  readonly principle?: Principle;
  /** Whether it ends an operation, which is supported for longer than its parts. */
  readonly removesOperation?: true;
  /** A schema of what the base accepts, and the revision no longer. */
  readonly lost?: JsonSchema;
  /** A schema of what the revision accepts, and the base did not. */
  readonly gained?: JsonSchema;
  /**
   * A verdict that no value needs to prove: a part was removed or renamed. unshown: one that no value could, so that
   * no use of what is gone shows it either.
   */
  readonly byName?: boolean | "unshown";
  /** Whether the comparison that found the effect ended at a limit. */
  readonly isUncompared?: boolean;
  /** Why it stands where no value is found that shows it. */
  readonly unproven?: string;
  /** What tells a shape apart that came or went. */
  readonly mark?: Mark;
  /** What the reader of the verdict should know. */
  readonly note?: string;
  /** A name that oasdiff has for this case of it; of several, the first that it has. */
  readonly oasdiff?: string | readonly string[];
}

/** Says what changed between the two nodes of a pair. */
export type Report = (found: Found) => void;

/** Judges pairs of one kind. The walk finds them; a rule only compares. */
export interface Rule<On extends keyof Subjects> extends RuleTraits {
  readonly id: string;
  readonly on: On;
  readonly kind: ChangeKind;
  /** The verdict where neither an effect nor a question decides; else the worst one. */
  readonly verdict: Verdict;
  /** What its effects are about. */
  readonly concern?: Concern;
  /** Those effects that it tells of; any where it does not say. */
  readonly effects?: readonly Effect[];
  /** How a request or an exchange proves its changes, if a use of the part does not. */
  readonly proof?: Proof;
  /** What oasdiff calls it: an id, or what follows "request-property-", "response-body-" and the like in it. */
  readonly oasdiff?: OasdiffId;
  /** The rule that reports the same edit read backwards. */
  readonly mirror?: string;
  /** Why there is no such rule. */
  readonly mirrorless?: string;
  /** One sentence for the reader of a changelog. */
  readonly why: string;
  compare(base: Subjects[On], revision: Subjects[On], report: Report): void;
}

/**
 * Proof of a change that no value shows. bare-name: a parameter without a value. reserved-characters: a text with a
 * character that is reserved in URLs. part-type: a part of the media type that is gone. rewritten: several items or
 * members. rewritten-text: the same, or a text that is another value in JSON. credentials: the requirement that is gone.
 * moved-code: the error code, and the status that it had. listed-value: the value, and the status that it had.
 */
type Proof =
  | "bare-name"
  | "reserved-characters"
  | "part-type"
  | "rewritten"
  | "rewritten-text"
  | "credentials"
  | "moved-code"
  | "listed-value";

/** An id that oasdiff gives; where it depends on what was there before and is after, one for each case. */
export type OasdiffId =
  | string
  | readonly string[]
  | { readonly added?: string; readonly changed?: string; readonly removed?: string }
  | ((found: Found, part: string) => string | readonly string[] | undefined);

/** A rule, whatever it judges. */
export type AnyRule = { readonly [On in keyof Subjects]: Rule<On> }[keyof Subjects];

/** Declares a rule: types `compare` by what the rule is on. */
export function rule<const On extends keyof Subjects>(declared: Rule<On>): Rule<On> {
  return declared;
}
