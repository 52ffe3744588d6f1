import type { DistinctiveConstant } from "../../model/distinctive-constant.ts";
import type { Basis, Json, JsonSchema } from "../../../contracts/index.ts";
import type { ChangeKind, Verdict } from "../../model/change.ts";
import type { Principle } from "../../profile/criterion.ts";
import type { Concern, Effect } from "../../verdicts/effects.ts";
import type { QuestionId } from "../../verdicts/questions.ts";
import type { RuleTraits } from "./traits.ts";
import type { OperationNode, Subjects } from "../../pairing/nodes/subjects.ts";

/** Place of what a rule found. */
interface FoundPlace {
  /** Pointer of the part in the base, or of the nearest part that the base has. */
  readonly base: string;
  /** Pointer of the part in the revision, or of the nearest part that the revision has. */
  readonly revision: string;
  /** Step from the pair to the part: ".name", "query.limit". */
  readonly step?: string;
  /** The operation, if the pair is two APIs. */
  readonly operation?: OperationNode;
  /** Path of a removed server: requests were sent below it. */
  readonly below?: string;
  /** Basis of the part, if it is not that of the pair. */
  readonly basis?: Basis;
}

/** Values that changed. */
interface FoundValues {
  /** Values that distinguish two changes at one place. */
  readonly values?: readonly Json[];
  readonly before?: Json;
  readonly after?: Json;
}

/** Verdict that follows from the effect on the accepted values, or from the answer to an open question. */
interface PolicyVerdict {
  readonly effect?: Effect;
  /** Subject of the effect, if it is not that of the rule. */
  readonly concern?: Concern;
  /** Open question that decides instead of the effect. */
  readonly question?: QuestionId;
  readonly verdict?: never;
  readonly principle?: never;
}

/** Verdict that the rule gives itself. */
interface OwnVerdict {
  /** The verdict, if it is not that of the rule. */
  readonly verdict?: Verdict;
  /** The principle that decides, if it is not that of the rule. */
  readonly principle?: Principle;
  readonly effect?: never;
  readonly concern?: never;
  readonly question?: never;
}

/** Verdict of a difference; that of the rule if nothing is given. */
export type FoundVerdict = PolicyVerdict | OwnVerdict;

/** Hints for the search for a proof. */
interface ProofHints {
  /** Schema of values that only the base accepts. */
  readonly lost?: JsonSchema;
  /** Schema of values that only the revision accepts. */
  readonly gained?: JsonSchema;
  /**
   * The verdict needs no value as its proof: a part was removed or renamed. `unshown`: no value and no use of the part
   * could prove it.
   */
  readonly byName?: boolean | "unshown";
  /** The comparison that found the effect ended at a limit. */
  readonly isUncompared?: boolean;
  /** True if the change only concerns requests that leave the part out. */
  readonly isOfOmitted?: boolean;
  /** Reason why the verdict stays although no value proves it. */
  readonly unproven?: string;
  /** Constant that distinguishes an added or removed shape. */
  readonly mark?: DistinctiveConstant;
}

/** A difference that a rule found in one pair. */
export type Found = FoundPlace &
  FoundValues &
  ProofHints &
  FoundVerdict & {
    /** A whole sentence, or a function that inserts the name of the part. */
    readonly message: string | ((part: string) => string);
    /** The change ends an operation, which is supported for longer than its parts. */
    readonly removesOperation?: true;
    /** Advice for readers of the verdict. */
    readonly note?: string;
    /** Id of this case in oasdiff; of several, the first that oasdiff has. */
    readonly oasdiff?: string | readonly string[];
  };

/** Reports a difference between the two nodes of a pair. */
export type Report = (found: Found) => void;

/** Judges pairs of one kind. The walk finds the pairs; a rule only compares them. */
export interface Rule<On extends keyof Subjects> extends RuleTraits {
  readonly id: string;
  readonly on: On;
  readonly kind: ChangeKind;
  /** The verdict if no effect or question decides; else the worst possible verdict. */
  readonly verdict: Verdict;
  /** Subject of the effects that the rule reports. */
  readonly concern?: Concern;
  /** Effects that the rule reports; all if absent. */
  readonly effects?: readonly Effect[];
  /** Kind of proof for changes that no value and no use of the part can prove. */
  readonly proof?: Proof;
  /** Id of its changes in oasdiff, with `{part}` for the place: "{part}-pattern-added". */
  readonly oasdiff?: OasdiffId;
  /** Id of the rule that reports the reverse edit. */
  readonly mirror?: string;
  /** Reason why no rule reports the reverse edit. */
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

/** Id of a change in oasdiff: one id, a list of possible ids, an id for each kind of edit, or a function of the change. */
export type OasdiffId =
  | string
  | readonly string[]
  | { readonly added?: string; readonly changed?: string; readonly removed?: string }
  | ((found: Found, part: string) => string | readonly string[] | undefined);

/** A rule on any kind of pair. */
export type AnyRule = { readonly [On in keyof Subjects]: Rule<On> }[keyof Subjects];

/** Declares a rule. `on` gives `compare` its types. */
export function rule<const On extends keyof Subjects>(declared: Rule<On>): Rule<On> {
  return declared;
}
