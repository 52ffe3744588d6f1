import { type Criterion, type Principle, principleCriterion } from "./criterion.ts";

/** A number of calendar months. */
export interface Period {
  readonly months: number;
}

/** Clauses of a provider's specification, by what they decide: "9.5". What has none is cited without one. */
export interface Clauses {
  /** By the id of an open question. */
  readonly questions: Readonly<Record<string, string>>;
  /** By the principle of a rule; "notice" and "support" also cover the faults of dates and waivers. */
  readonly principles: Readonly<Partial<Record<Principle, string>>>;
}

/**
 * The compatibility policy of one provider: plain data, and how a clause is printed. The engine knows the rules and
 * their verdicts; all that differs from provider to provider is here.
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
  /** Reasons that a waiver may have. Absent: any reason. */
  readonly waiverReasons?: readonly string[];
  /** Absent: no clause is cited. */
  readonly clauses?: Clauses;
  /** A clause as text prints it: "section 9.5". Absent: as it is. */
  clauseText?(clause: string): string;
  /** Reasons for the answers to open questions, by question, where they are this provider's own. */
  readonly because?: Readonly<Record<string, string>>;
}

/** The clause that decides by a criterion; undefined where the profile cites none. */
export function clauseOf({ clauses }: CompatProfile, { kind, id }: Criterion): string | undefined {
  const found: Readonly<Record<string, string | undefined>> | undefined = clauses?.[`${kind}s`];
  return found && Object.hasOwn(found, id) ? found[id] : undefined;
}

/** All clauses that a profile cites. */
export function clausesIn({ clauses }: CompatProfile): readonly string[] {
  return Object.values(clauses ?? {}).flatMap((some: Readonly<Record<string, string>>) => Object.values(some));
}

/** The member of a change, timing or fault that cites the clause of a criterion. */
export function cited(profile: CompatProfile, criterion: Criterion): { readonly section?: string } {
  const section = clauseOf(profile, criterion);
  return section === undefined ? {} : { section };
}

/** A clause as text prints it, for a list of what describes a change; empty where the profile cites none. */
export function clauseTexts(profile: CompatProfile, clause: string | undefined): readonly string[] {
  return clause === undefined || !profile.clauses ? [] : [profile.clauseText?.(clause) ?? clause];
}

/** The clause of a principle in brackets, for the end of a sentence; empty where none is cited. */
export function principleText(profile: CompatProfile, principle: Principle): string {
  const clause = clauseOf(profile, principleCriterion(principle));
  return clauseTexts(profile, clause)
    .map((text) => ` (${text})`)
    .join("");
}
