import { escapeMarkup } from "../../../formats/index.ts";
import type { Case, Judgement, Outcome, TestCase } from "../judgement.ts";

/**
 * Judgement as JUnit XML. Failed cases are failures, skipped ones are skipped, and all others pass. A test case has one
 * element for all of its failures, because most tools read only the first one.
 */
export function renderJUnit({ title, target, durationMs, cases, tests, leftovers = [], unjudged }: Judgement): string {
  const all = tests ?? cases.map(testCaseOf);
  const suites = [...Map.groupBy(all, ({ suite }) => suite)].map(
    ([suite, members]) =>
      `  <testsuite name="${escapeMarkup(suite)}" ${countsOf(members)}>\n${members.map(caseElement).join("")}  </testsuite>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(`${title} ${target}`)}" time="${durationMs / 1000}">\n${suites.join("")}${leftoverSuite(title, leftovers)}${unjudged === undefined ? "" : errorSuite(title, unjudged)}</testsuites>\n`;
}

/** A case of a command whose cases are its tests. */
function testCaseOf(each: Case): TestCase {
  const { suite, name, outcome, message } = each;
  const findings = outcome === "passed" || outcome === "skipped" ? [] : [each];
  return { suite, className: suite, name, outcome, ...(message !== undefined && { message }), findings };
}

function countsOf(members: readonly TestCase[]): string {
  const countOf = (wanted: Outcome): number => members.filter(({ outcome }) => outcome === wanted).length;
  return `tests="${members.length}" failures="${countOf("failed")}" skipped="${countOf("skipped")}"`;
}

/** If nothing was judged, the suite fails, because passed cases would prove nothing. */
function errorSuite(title: string, message: string): string {
  const name = escapeMarkup(title);
  return `  <testsuite name="${name}" tests="1" failures="0" errors="1" skipped="0">\n    <testcase classname="${name}" name="access">\n      <error message="${escapeMarkup(message)}"/>\n    </testcase>\n  </testsuite>\n`;
}

/** A passed test case that prints what the run left behind. */
function leftoverSuite(title: string, leftovers: readonly string[]): string {
  if (leftovers.length === 0) return "";
  const name = escapeMarkup(title);
  const output = escapeMarkup(leftovers.join("\n"));
  return `  <testsuite name="${name}" tests="1" failures="0" skipped="0">\n    <testcase classname="${name}" name="leftovers">\n      <system-out>${output}</system-out>\n    </testcase>\n  </testsuite>\n`;
}

function caseElement(each: TestCase): string {
  const start = `    <testcase classname="${escapeMarkup(each.className)}" name="${escapeMarkup(each.name)}"`;
  const inside = contentOf(each);
  return inside === "" ? `${start}/>\n` : `${start}>\n      ${inside}\n    </testcase>\n`;
}

function contentOf({ outcome, message = "", findings }: TestCase): string {
  if (outcome === "skipped") return `<skipped message="${escapeMarkup(message)}"/>`;
  const text = findings.map((each) => linesOf(each, findings.length > 1).join("\n")).join("\n\n");
  if (outcome === "failed") return `<failure message="${escapeMarkup(message)}">${escapeMarkup(text)}</failure>`;
  const lines = [message, text].filter((line) => line !== "");
  return lines.length === 0 ? "" : `<system-out>${escapeMarkup(lines.join("\n"))}</system-out>`;
}

/** Lines of a finding. One of several has its message, too; that of a single one is the message of the test case. */
function linesOf({ name, spot, message, source, details = [] }: Case, isOneOfSeveral: boolean): readonly string[] {
  return [
    ...(spot ? [name] : []),
    ...(isOneOfSeveral && message !== undefined ? [message] : []),
    ...(source === undefined ? [] : [source]),
    ...details.map(([label, text]) => `${label}: ${text}`),
  ];
}
