import { worstOf } from "./change.ts";
import type { Finding } from "./judge.ts";
import { type Answer, type Settings, answerTo } from "./policy/questions.ts";
import { isReached } from "./reach.ts";
import { isSuccess } from "./statuses.ts";

const changed: Answer = { verdict: "breaking", section: "9.5" };

/**
 * Judges the values that are withdrawn from an enum in the body of an error: they are its codes. One that another took
 * the place of is a changed error code (§9.5). What other answers hold as well gets the worse of both verdicts.
 */
export function withErrorCodes(finding: Finding, settings: Settings): Finding {
  const { rule, found, polarity, spot, answer } = finding;
  if (rule.id !== "enum-value-removed" || polarity !== "out") return finding;
  if (!isReached(spot, ({ root, path }) => path.startsWith("body") && isError(root.status))) return finding;
  const code = found.question === "response-value-renamed" ? changed : answerTo("error-withdrawn", settings);
  const worst = worstOf([answer.verdict, code.verdict]);
  return { ...finding, found: { ...found, byName: true }, answer: worst === code.verdict ? code : answer };
}

/** What an answer by "default" tells of is an error, where successes have their own. */
function isError(status: string | undefined): boolean {
  return status !== undefined && !isSuccess(status);
}
