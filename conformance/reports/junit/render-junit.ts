import { omitUndefined } from "../../../contracts/index.ts";
import { type JUnitCase, renderJUnit as renderSuites } from "../../../formats/index.ts";
import type { Case, Judgement, TestCase } from "../judgement.ts";

/** Judgement as JUnit XML. Failed cases are failures, skipped ones are skipped, and all others pass. */
export function renderJUnit({ title, target, durationMs, cases, tests, leftovers = [], unjudged }: Judgement): string {
  const all = (tests ?? cases.map(toTestCase)).map((each) => [each.suite, toJUnitCase(each)] as const);
  const suites = [...Map.groupBy(all, ([suite]) => suite)].map(
    ([suite, members]) => [suite, members.map(([, each]) => each)] as const,
  );
  const ofRun: (readonly [string, readonly JUnitCase[]])[] = [];
  if (leftovers.length > 0) ofRun.push([title, [{ name: "leftovers", outcome: "passed", text: leftovers.join("\n") }]]);
  // Passed cases would prove nothing.
  if (unjudged !== undefined) ofRun.push([title, [{ name: "access", outcome: "error", message: unjudged }]]);
  return renderSuites(`${title} ${target}`, [...suites, ...ofRun], durationMs);
}

/** A case of a command whose cases are its tests. */
function toTestCase(each: Case): TestCase {
  const { suite, name, outcome, message } = each;
  const findings = outcome === "passed" || outcome === "skipped" ? [] : [each];
  return omitUndefined({ suite, className: suite, name, outcome, message, findings });
}

function toJUnitCase({ className, name, outcome, message, findings }: TestCase): JUnitCase {
  const text = findings.map((each) => listFindingLines(each, findings.length > 1).join("\n")).join("\n\n");
  return {
    className,
    name,
    outcome: outcome === "failed" || outcome === "skipped" ? outcome : "passed",
    message,
    text,
  };
}

/** Lines of a finding. One of several has its message, too; that of a single one is the message of the test case. */
function listFindingLines(
  { name, spot, message, source, details = [] }: Case,
  isOneOfSeveral: boolean,
): readonly string[] {
  return [
    ...(spot ? [name] : []),
    ...(isOneOfSeveral && message !== undefined ? [message] : []),
    ...(source === undefined ? [] : [source]),
    ...details.map(([label, text]) => `${label}: ${text}`),
  ];
}
