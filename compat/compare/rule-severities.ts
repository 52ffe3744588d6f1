import { ToolError, nearestHint } from "../../contracts/index.ts";
import { graphqlRules } from "../graphql/rules.ts";
import type { Change, SwitchedOff, Verdict } from "../model/change.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { type Severity, severities } from "../profile/severity.ts";
import { rules } from "../rules/index.ts";
import { oasdiffIds } from "../rules/support/oasdiff-ids.ts";

/** Verdict that each severity selects; undefined for a rule that is off. */
const verdictBySeverity: Readonly<Record<Severity, Verdict | undefined>> = {
  breaking: "breaking",
  dangerous: "dangerous",
  warning: "dangerous",
  safe: "non-breaking",
  off: undefined,
};

/** Changes with the severities of a profile, and those of rules that are off. */
interface ChangesBySeverity {
  readonly changes: readonly Change[];
  readonly off: readonly SwitchedOff[];
}

/**
 * Gives each change the verdict of its rule's severity in a profile. The note states the verdict that the change had
 * before. Changes of rules that are off are returned apart.
 * @throws ToolError "invalid-config" for a rule that does not exist, and for an unknown severity.
 */
export function applySeverities(changes: readonly Change[], profile: CompatProfile): ChangesBySeverity {
  const [byRule, byOasdiffId] = readSeverities(profile);
  const [listed, off]: [Change[], SwitchedOff[]] = [[], []];
  for (const change of changes) {
    const severity = byOasdiffId.get(change.oasdiff ?? "") ?? byRule.get(change.rule);
    const verdict = severity && verdictBySeverity[severity];
    const { id, rule } = change;
    if (severity === "off") off.push({ id, rule, verdict: change.verdict });
    else if (verdict === undefined) listed.push(change);
    else listed.push(withVerdict(change, verdict, { name: profile.name, isWarning: severity === "warning" }));
  }
  return { changes: off.length === 0 ? listed : withCausesCounted(listed), off };
}

/** Severities by rule, and by id in oasdiff. */
function readSeverities({
  name,
  rules: byRule = {},
  oasdiff = {},
}: CompatProfile): readonly [SeverityMap, SeverityMap] {
  const ruleIds = [...rules, ...graphqlRules].map(({ id }) => id);
  checkSeverities(byRule, { name, ids: ruleIds, noun: "rule" });
  checkSeverities(oasdiff, { name, ids: [...oasdiffIds], noun: "check of oasdiff" });
  return [new Map(Object.entries(byRule)), new Map(Object.entries(oasdiff))];
}

type SeverityMap = ReadonlyMap<string, Severity>;

function checkSeverities(
  given: Readonly<Record<string, unknown>>,
  { name, ids, noun }: { readonly name: string; readonly ids: readonly string[]; readonly noun: string },
): void {
  for (const [id, severity] of Object.entries(given)) {
    const createSeverityError = (reason: string): ToolError =>
      new ToolError("invalid-config", `Cannot use the rules of the policy "${name}": ${reason}`, {
        hint: `Give each rule ${severities.join(", ")}; the reference of rules lists their ids`,
      });
    if (!ids.includes(id)) throw createSeverityError(`there is no ${noun} "${id}"${nearestHint(id, ids)}`);
    if (!severities.some((each) => each === severity)) {
      const near = nearestHint(String(severity), severities);
      throw createSeverityError(
        `the severity of "${id}" must be one of ${severities.join(", ")}, not ${JSON.stringify(severity)}${near}`,
      );
    }
  }
}

function withVerdict(
  change: Change,
  verdict: Verdict,
  { name, isWarning }: { readonly name: string; readonly isWarning: boolean },
): Change {
  if (verdict === change.verdict) {
    if (isWarning) return { ...change, warning: true };
    return change;
  }
  const { witness, note, ...rest } = change;
  const reason = `The policy "${name}" sets the rule ${change.rule} to ${isWarning ? "a warning" : verdict}, in place of ${change.verdict}`;
  return {
    ...rest,
    verdict,
    ...(isWarning && { warning: true }),
    note: note === undefined ? reason : `${note}. ${reason}`,
    ...(witness && verdict === "breaking" && { witness }),
  };
}

/** Counts the changes of each cause again, after some were removed. A cause of one change is none. */
function withCausesCounted(changes: readonly Change[]): readonly Change[] {
  const toChangeCauseKey = ({ api, cause }: Change): string => JSON.stringify([api, cause?.component]);
  const byCause = Map.groupBy(changes, toChangeCauseKey);
  return changes.map((change) => {
    const { cause, ...rest } = change;
    const same = byCause.get(toChangeCauseKey(change)) ?? [];
    if (!cause) return change;
    if (same.length < 2) return rest;
    const operations = new Set(same.flatMap((one) => one.operations)).size;
    return { ...change, cause: { ...cause, changes: same.length, operations } };
  });
}
