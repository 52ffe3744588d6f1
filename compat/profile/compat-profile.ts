import { type Criterion, type Principle, principleCriterion } from "./criterion.ts";
import type { EnumPolicy } from "../../contracts/index.ts";
import type { Severity } from "./severity.ts";

/** A number of calendar months. */
export interface Period {
  readonly months: number;
}

/** Terms of the waivers with one reason. */
export interface WaiverTerms {
  /** Most days from the judgement until a waiver expires. Absent: any number. */
  readonly days?: number;
}

/** Clauses of a provider's specification ("9.5"), by question and principle. Each may be absent. */
export interface Clauses {
  /** By the id of an open question. */
  readonly questions: Readonly<Record<string, string>>;
  /** By the principle of a rule; "notice" and "support" also cover the faults of dates and waivers. */
  readonly principles: Readonly<Partial<Record<Principle, string>>>;
  /** Names of clauses, by clause. */
  readonly names?: Readonly<Record<string, string>>;
  /** URLs of clauses, by clause. */
  readonly links?: Readonly<Record<string, string>>;
}

/**
 * The compatibility policy of one provider: plain data, and the text of a clause. The engine knows the rules and their
 * verdicts; a profile has everything that differs between providers.
 * @example
 * const profile: CompatProfile = { name: "orders", notice: { months: 6 }, waiverReasons: ["security"] };
 * const report = checkCompat(base, revision, { profile });
 */
export interface CompatProfile {
  readonly name: string;
  /** Time between the announcement of a breaking change and its effect. Absent: no announcement allows a break. */
  readonly notice?: Period;
  /** Time that an operation is supported after its publication. Absent: its age is not judged. */
  readonly support?: Period;
  /** Reasons that a waiver may have, as a list or with their terms. Absent: any reason. */
  readonly waiverReasons?: readonly string[] | Readonly<Record<string, WaiverTerms>>;
  /** Answers to open questions, by id. Answers in the settings of a comparison have precedence. */
  readonly answers?: Readonly<Record<string, "breaking" | "dangerous" | "non-breaking">>;
  /**
   * Decides about response enums that do not say whether values may be added. Absent: "closed", so that a further value
   * is dangerous. With "open", it is non-breaking.
   */
  readonly enums?: EnumPolicy;
  /** Selects the stricter answers to open questions. */
  readonly strict?: boolean;
  /**
   * A breaking change is allowed only if the major version of `info.version` rose, or the minor one while the major one
   * is 0. With a period of notice, an announcement in time is needed as well.
   */
  readonly majorVersion?: boolean;
  /**
   * Severities of rules, by id, in place of their own verdicts. A change of a rule that is "safe" is non-breaking, one of
   * a "warning" is listed and does not fail, and one of a rule that is "off" is only counted.
   */
  readonly rules?: Readonly<Record<string, Severity>>;
  /** Severities of changes by their ids in oasdiff. They have precedence over those of rules. */
  readonly oasdiff?: Readonly<Record<string, Severity>>;
  /** Absent: no clause is cited. */
  readonly clauses?: Clauses;
  /** Text of a clause: "section 9.5". Absent: the clause itself. */
  clauseText?(clause: string): string;
  /** Reasons for answers to open questions, by id, if the provider has reasons of its own. */
  readonly because?: Readonly<Record<string, string>>;
}

/** The clause of a criterion; undefined if the profile cites none. */
export function findClause({ clauses }: CompatProfile, { kind, id }: Criterion): string | undefined {
  const found: Readonly<Record<string, string | undefined>> | undefined = clauses?.[`${kind}s`];
  if (found && Object.hasOwn(found, id)) return found[id];
  return undefined;
}

/** All clauses that a profile cites. */
export function listClauses({ clauses }: CompatProfile): readonly string[] {
  return [clauses?.questions ?? {}, clauses?.principles ?? {}].flatMap((some) => Object.values(some));
}

/** Reasons that a waiver may have. Undefined if any reason is allowed. */
export function listWaiverReasons({ waiverReasons }: CompatProfile): readonly string[] | undefined {
  if (waiverReasons === undefined) return undefined;
  if (isReasonList(waiverReasons)) return waiverReasons;
  return Object.keys(waiverReasons);
}

/** Terms of the waivers with a reason. */
export function getWaiverTerms({ waiverReasons }: CompatProfile, reason: string): WaiverTerms {
  if (waiverReasons === undefined || isReasonList(waiverReasons)) return {};
  if (Object.hasOwn(waiverReasons, reason)) return waiverReasons[reason] ?? {};
  return {};
}

function isReasonList(reasons: NonNullable<CompatProfile["waiverReasons"]>): reasons is readonly string[] {
  return Array.isArray(reasons);
}

/** The member of a change, timing or fault that cites the clause of a criterion. */
export function cited(profile: CompatProfile, criterion: Criterion): { readonly section?: string } {
  const section = findClause(profile, criterion);
  return section === undefined ? {} : { section };
}

/** Text of a clause as a list, to be joined with other facts about a change; empty if the profile cites none. */
export function clauseTexts(profile: CompatProfile, clause: string | undefined): readonly string[] {
  if (clause === undefined || !profile.clauses) return [];
  return [profile.clauseText?.(clause) ?? clause];
}

/** Name and URL of a clause: "Remove nothing, https://…". Undefined if the profile has neither. */
export function clauseDetails({ clauses }: CompatProfile, clause: string): string | undefined {
  const own = [clauses?.names, clauses?.links].flatMap((all) =>
    all && Object.hasOwn(all, clause) ? (all[clause] ?? []) : [],
  );
  if (own.length === 0) return undefined;
  return own.join(", ");
}

/** URL of a clause. Undefined if the profile has none. */
export function clauseLink({ clauses }: CompatProfile, clause: string | undefined): string | undefined {
  const { links = {} } = clauses ?? {};
  if (clause !== undefined && Object.hasOwn(links, clause)) return links[clause];
  return undefined;
}

/** The clause of a principle in brackets, for the end of a sentence; empty if the profile cites none. */
export function principleText(profile: CompatProfile, principle: Principle): string {
  const clause = findClause(profile, principleCriterion(principle));
  return clauseTexts(profile, clause)
    .map((text) => ` (${text})`)
    .join("");
}
