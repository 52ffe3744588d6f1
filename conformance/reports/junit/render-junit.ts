import { escapeMarkup } from "../../formats/index.ts";
import type { Case, Judgement } from "./judgement.ts";

/** Judgement as JUnit XML. Failed cases are failures, skipped ones are skipped, and all others pass. */
export function renderJUnit({ title, target, durationMs, cases, unjudged }: Judgement): string {
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(([suite, members]) => {
    const failed = members.filter(({ outcome }) => outcome === "failed").length;
    const skipped = members.filter(({ outcome }) => outcome === "skipped").length;
    return `  <testsuite name="${escapeMarkup(suite)}" tests="${members.length}" failures="${failed}" skipped="${skipped}">\n${members.map(caseElement).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(`${title} ${target}`)}" time="${durationMs / 1000}">\n${suites.join("")}${unjudged === undefined ? "" : errorSuite(title, unjudged)}</testsuites>\n`;
}

/** If nothing was judged, the suite fails, because passed cases would prove nothing. */
function errorSuite(title: string, message: string): string {
  const name = escapeMarkup(title);
  return `  <testsuite name="${name}" tests="1" failures="0" errors="1" skipped="0">\n    <testcase classname="${name}" name="access">\n      <error message="${escapeMarkup(message)}"/>\n    </testcase>\n  </testsuite>\n`;
}

function caseElement(each: Case): string {
  const start = `    <testcase classname="${escapeMarkup(each.suite)}" name="${escapeMarkup(each.name)}"`;
  const inside = contentOf(each);
  return inside === "" ? `${start}/>\n` : `${start}>\n      ${inside}\n    </testcase>\n`;
}

function contentOf({ outcome, source, message = "", details = [] }: Case): string {
  if (outcome === "passed") return "";
  const lines = [...(source === undefined ? [] : [source]), ...details.map(([label, text]) => `${label}: ${text}`)];
  const text = escapeMarkup(lines.join("\n"));
  if (outcome === "failed") return `<failure message="${escapeMarkup(message)}">${text}</failure>`;
  if (outcome === "skipped") return `<skipped message="${escapeMarkup(message)}"/>`;
  return `<system-out>${escapeMarkup(message)}\n${text}</system-out>`;
}
