import { escapeMarkup } from "./html/markup.ts";

/** Test case. Tools that keep a history identify it by class and name. */
export interface JUnitCase {
  /** The default is the name of the suite. */
  readonly className?: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped" | "error";
  /** Failure, or reason for a skip or an error. */
  readonly message?: string | undefined;
  /** Details of a failure, or output of a passed case. */
  readonly text?: string;
}

/** Test cases by the names of their suites. */
type JUnitSuites = Iterable<readonly [name: string, cases: readonly JUnitCase[]]>;

/** Renders JUnit XML. A failed case has one element, because most tools read only the first one. */
export function renderJUnit(title: string, suites: JUnitSuites, durationMs?: number): string {
  const time = durationMs === undefined ? "" : ` time="${durationMs / 1000}"`;
  const written = [...suites].map(([name, cases]) => {
    const countOutcomes = (outcome: JUnitCase["outcome"]): number =>
      cases.filter((each) => each.outcome === outcome).length;
    const errors = countOutcomes("error") > 0 ? ` errors="${countOutcomes("error")}"` : "";
    return `  <testsuite name="${escapeMarkup(name)}" tests="${cases.length}" failures="${countOutcomes("failed")}"${errors} skipped="${countOutcomes("skipped")}">\n${cases.map((each) => writeCase(name, each)).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(title)}"${time}>\n${written.join("")}</testsuites>\n`;
}

function writeCase(suite: string, { className = suite, name, ...rest }: JUnitCase): string {
  const start = `    <testcase classname="${escapeMarkup(className)}" name="${escapeMarkup(name)}"`;
  const content = writeContent(rest);
  if (content === "") return `${start}/>\n`;
  return `${start}>\n      ${content}\n    </testcase>\n`;
}

function writeContent({ outcome, message = "", text = "" }: Omit<JUnitCase, "name">): string {
  if (outcome === "skipped") return `<skipped message="${escapeMarkup(message)}"/>`;
  if (outcome === "error") return `<error message="${escapeMarkup(message)}"/>`;
  if (outcome === "failed") return `<failure message="${escapeMarkup(message)}">${escapeMarkup(text)}</failure>`;
  const lines = [message, text].filter((line) => line !== "");
  if (lines.length === 0) return "";
  return `<system-out>${escapeMarkup(lines.join("\n"))}</system-out>`;
}
