import { ToolError, nearestHint } from "../../contracts/index.ts";
import { graphqlRules } from "../graphql/rules.ts";
import type { Change, Verdict } from "../model/change.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { rules } from "../rules/index.ts";

const verdictBySeverity: ReadonlyMap<unknown, Verdict> = new Map([
  ["breaking", "breaking"],
  ["dangerous", "dangerous"],
  ["safe", "non-breaking"],
]);

/**
 * Returns a function that gives a change the verdict of its rule's severity in a profile. The note states the verdict
 * that the change had before.
 * @throws ToolError "invalid-config" for a rule that does not exist, and for an unknown severity.
 */
export function applySeverities({ name, rules: severities = {} }: CompatProfile): (change: Change) => Change {
  const ids = [...rules, ...graphqlRules].map(({ id }) => id);
  const settings = new Map(
    Object.entries(severities).map(([id, severity]) => {
      const refuse = (reason: string): ToolError =>
        new ToolError("invalid-config", `Cannot use the rules of the policy "${name}": ${reason}`, {
          hint: "Give each rule breaking, dangerous or safe; the reference of rules lists their ids",
        });
      if (!ids.includes(id)) throw refuse(`there is no rule "${id}"${nearestHint(id, ids)}`);
      const verdict = verdictBySeverity.get(severity);
      if (!verdict) {
        const near = nearestHint(String(severity), [...verdictBySeverity.keys()].map(String));
        throw refuse(
          `the severity of "${id}" must be breaking, dangerous or safe, not ${JSON.stringify(severity)}${near}`,
        );
      }
      return [id, verdict] as const;
    }),
  );
  return (change) => {
    const verdict = settings.get(change.rule);
    if (verdict === undefined || verdict === change.verdict) return change;
    const { witness, note, ...rest } = change;
    const reason = `The policy "${name}" sets the rule ${change.rule} to ${verdict}, in place of ${change.verdict}`;
    return {
      ...rest,
      verdict,
      note: note === undefined ? reason : `${note}. ${reason}`,
      ...(witness && verdict === "breaking" && { witness }),
    };
  };
}
