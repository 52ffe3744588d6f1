import { findWorst } from "../../model/change.ts";
import { principleCriterion } from "../../profile/criterion.ts";
import type { Finding } from "./judge.ts";
import { type Answer, type Settings, answerTo } from "../../verdicts/questions.ts";
import { type UsagePath, hasUsagePath } from "../../model/usage-graph.ts";
import type { UnionNode } from "../../pairing/nodes/subjects.ts";
import { enumValueAdded } from "../enum-value-added.ts";
import { enumValueRemoved } from "../enum-value-removed.ts";
import { errorCodeMoved } from "../error-code-moved.ts";
import { unionBranchAdded } from "../union-branch-added.ts";
import { unionBranchRemoved } from "../union-branch-removed.ts";
import { isSuccess } from "../../pairing/statuses.ts";
import { enumMessage } from "../../model/wording.ts";

const changed: Answer = { verdict: "breaking", criterion: principleCriterion("restriction") };
const further: Answer = { verdict: "non-breaking", criterion: principleCriterion("further-value") };

/**
 * Judges error codes: values of an enum in the body of an error, or constants that distinguish the shapes of a union. A
 * code that was replaced is a changed error code. A code that moved to another status is reported as moved only.
 */
export function withErrorCodes(findings: readonly Finding[], settings: Settings): readonly Finding[] {
  const movedKeys = new Set(
    findings.flatMap(({ rule, usage, found }) =>
      rule === errorCodeMoved ? [toCodeKey(usage.root?.name, found.step, found.values?.[0])] : [],
    ),
  );
  return findings.flatMap((finding) => {
    if (finding.polarity !== "out") return [finding];
    const one = asCode(finding);
    const left = movedKeys.size === 0 ? one : withoutMoved(one, movedKeys);
    return left ? [judgeErrorCode(left, settings)] : [];
  });
}

/** Gives a removed error code the worse verdict of an error and a success, because both may contain the value. */
function judgeErrorCode(finding: Finding, settings: Settings): Finding {
  const { rule, found, usage, answer } = finding;
  if (rule !== enumValueRemoved || !hasUsagePath(usage, isErrorBody)) return finding;
  const code = found.question === "response-value-renamed" ? changed : answerTo("error-withdrawn", settings);
  const worst = findWorst([answer.verdict, code.verdict]);
  return { ...finding, found: { ...found, byName: true }, answer: worst === code.verdict ? code : answer };
}

/** Converts a finding about an error shape to one about its code, if a constant distinguishes the shape. */
function asCode(finding: Finding): Finding {
  const { rule, found, usage, pair } = finding;
  const { mark } = found;
  if (!mark || hasUsagePath(usage, (reach) => !isErrorBody(reach)) || !hasUsagePath(usage, isErrorBody)) return finding;
  const { step, value, at } = mark;
  if (rule === unionBranchRemoved) {
    const isReplaced = (pair.revision as UnionNode).branches.some((other) => other.marker?.step === step);
    return {
      ...finding,
      rule: enumValueRemoved,
      answer: further,
      found: {
        message: enumMessage([value], "removed from"),
        step,
        base: at,
        revision: found.revision,
        values: [value],
        before: [value],
        byName: true,
        ...(isReplaced && { question: "response-value-renamed" }),
      },
    };
  }
  if (rule !== unionBranchAdded || !mark.isAll) return finding;
  const told = { message: enumMessage([value], "added to"), step, base: found.base, revision: at };
  return { ...finding, rule: enumValueAdded, answer: further, found: { ...told, values: [value], after: [value] } };
}

/** Removes values that are reported as movedKeys; undefined if none is left. */
function withoutMoved(finding: Finding, movedKeys: ReadonlySet<string>): Finding | undefined {
  const { rule, found, usage } = finding;
  const { values = [], step = "" } = found;
  if (rule !== enumValueRemoved && rule !== enumValueAdded) return finding;
  const left = values.filter((value) =>
    hasUsagePath(usage, ({ root, path }) => !movedKeys.has(toCodeKey(root.name, path + step, value))),
  );
  if (left.length === values.length) return finding;
  if (left.length === 0) return undefined;
  const [told, what] =
    rule === enumValueAdded ? [{ after: left }, "added to" as const] : [{ before: left }, "removed from" as const];
  return { ...finding, found: { ...found, message: enumMessage(left, what), values: left, ...told } };
}

function toCodeKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Checks for the body of an error. "default" is an error, because successes have their own status. */
function isErrorBody({ root: { status }, path }: UsagePath): boolean {
  return path.startsWith("body") && status !== undefined && !isSuccess(status);
}
