import { ToolError } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import type { Clauses, CompatProfile, Period } from "../profile/compat-profile.ts";
import type { PresetName } from "../profile/preset-names.ts";
import type { QuestionId } from "../verdicts/questions.ts";

/**
 * A compatibility policy as a project writes it, in a file of `--policy` or under `compat` in concord.config.ts. It
 * changes another policy: the one that `extends` names, or else the one that applies without it.
 * @example
 * const policy: Policy = { extends: "semver", rules: { "default-changed": "off" } };
 */
export interface Policy extends Pick<CompatProfile, "rules" | "oasdiff" | "strict" | "majorVersion" | "enums"> {
  readonly extends?: PresetName;
  /** Name in reports. */
  readonly name?: string;
  /** Time between the announcement of a breaking change and its effect. */
  readonly notice?: Period | "none";
  /** Time that an operation is supported after its publication. Needs a notice. */
  readonly support?: Period | "none";
  /** Reasons that a waiver may have, as a list or with the days that it may last. */
  readonly waiverReasons?: "any" | readonly string[] | Readonly<Record<string, { readonly days?: number } | null>>;
  /** Answers to open questions. */
  readonly answers?: Readonly<Partial<Record<QuestionId, Verdict>>>;
  readonly clauses?: Partial<Clauses>;
}

/**
 * Applies the changes of a policy to another one. `name` is that of the result, if the policy has none.
 * @throws ToolError "invalid-config" for a period of support without one of notice.
 * @example
 * const profile = extendProfile(compatProfiles.semver, await readPolicy("policy.yaml"));
 */
export function extendProfile(base: CompatProfile, policy: Policy, name: string = base.name): CompatProfile {
  const { notice, support, waiverReasons, rules, oasdiff, answers, clauses, strict, majorVersion, enums } = policy;
  const { notice: baseNotice, support: baseSupport, waiverReasons: baseReasons, ...rest } = base;
  const periods = { notice: changed(baseNotice, notice, "none"), support: changed(baseSupport, support, "none") };
  if (periods.support && !periods.notice) {
    const message = `Cannot use the policy "${policy.name ?? name}": it has a period of support, and no period of notice`;
    throw new ToolError("invalid-config", message, { hint: "Write notice: { months: NUMBER }, or support: none" });
  }
  const reasons = changed(baseReasons, waiverReasons && withTerms(waiverReasons), "any");
  return {
    ...rest,
    name: policy.name ?? name,
    ...(periods.notice && { notice: periods.notice }),
    ...(periods.support && { support: periods.support }),
    ...(reasons && { waiverReasons: reasons }),
    ...(strict !== undefined && { strict }),
    ...(majorVersion !== undefined && { majorVersion }),
    ...(enums !== undefined && { enums }),
    ...(rules && { rules: { ...base.rules, ...rules } }),
    ...(oasdiff && { oasdiff: { ...base.oasdiff, ...oasdiff } }),
    ...(answers && { answers: { ...base.answers, ...answers } }),
    ...(clauses && { clauses: extendedClauses(base.clauses, clauses) }),
  };
}

/** The changed value, or that of the base. Undefined if the change is the word for nothing. */
function changed<Value extends object, Nothing extends string>(
  base: Value | undefined,
  value: Value | Nothing | undefined,
  nothing: Nothing,
): Value | undefined {
  if (value === undefined) return base;
  if (value === nothing) return undefined;
  return value as Value;
}

/** Reasons of waivers, with empty terms for null. */
function withTerms(reasons: NonNullable<Policy["waiverReasons"]>): NonNullable<CompatProfile["waiverReasons"]> | "any" {
  if (reasons === "any" || isListOfReasons(reasons)) return reasons;
  return Object.fromEntries(Object.entries(reasons).map(([reason, terms]) => [reason, terms ?? {}]));
}

function isListOfReasons(reasons: object): reasons is readonly string[] {
  return Array.isArray(reasons);
}

function extendedClauses(base: Clauses | undefined, clauses: Partial<Clauses>): Clauses {
  const names = { ...base?.names, ...clauses.names };
  const links = { ...base?.links, ...clauses.links };
  return {
    questions: { ...base?.questions, ...clauses.questions },
    principles: { ...base?.principles, ...clauses.principles },
    names,
    links,
  };
}
