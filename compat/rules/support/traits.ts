import type { Direction, Verdict } from "../../model/change.ts";
import type { Principle } from "../../profile/criterion.ts";

/** A kind of part that a rule reports as a whole when it is added or removed. */
export type WholePart = "operation" | "body" | "media-type" | "parameter" | "header" | "property" | "graphql-member";

/** Advice to consumers, for changes of one direction or verdict; for all if it names none. */
export interface RuleAdvice {
  readonly direction?: Direction;
  readonly verdict?: Verdict;
  readonly text: string;
}

/** Knowledge about a rule that other parts of the comparison need: they read traits, and name no rule. */
export interface RuleTraits {
  /** The principle that the verdict follows from if no effect or question decides. A profile cites its clause. */
  readonly principle: Principle;
  /** The part that the rule reports as a whole. */
  readonly part?: WholePart;
  /** The rule reports a deprecation: that it begins, that it ends, or that its dates change. */
  readonly deprecation?: "begins" | "ends" | "changes";
  /**
   * The change makes a part required that callers could omit. A caller that reacted to a deprecation has stopped sending
   * the part, so that a deprecation does not announce the change. `by-type`: only if the type becomes non-null.
   */
  readonly demandsOfCaller?: "always" | "by-type";
  /** The change points at the list of required names, and not at the part. */
  readonly isInRequiredList?: true;
  /** `before` and `after` are values that the document contains, and may be secret. */
  readonly quotesValues?: true;
  /** Subject of entries in the changelog, if it is not the kind of the change. */
  readonly entryKind?: "error code" | "limit";
  /** Advice that precedes the general advice; the first that fits counts. */
  readonly advice?: readonly RuleAdvice[];
}
