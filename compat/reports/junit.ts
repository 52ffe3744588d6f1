import { type Finding, type JUnitCase, findingLines, renderJUnit as renderSuites } from "../../formats/index.ts";
import { type CompatReport, isBlocking } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import { changeLocationsText, faultLocationsText, faultText, sourceText } from "./change-facts.ts";
import { isFailing, isFailingNote } from "../changes/fails.ts";
import { toChangeFinding, toFaultFinding, toNoteFinding } from "./findings.ts";
import { type RenderOptions, countFailing, toShownReport } from "./shown-report.ts";

/** Renders JUnit XML with a suite for each API. Changes that block or fail the check are failures; others pass with a text. */
export function renderJUnit(report: CompatReport, { only, failOn = "breaking" }: RenderOptions = {}): string {
  const { profile, changes, faults, notes, tally, unlisted } = toShownReport(report, only);
  const rows: (readonly [suite: string, JUnitCase])[] = [
    ...faults.map((fault) => {
      const source = faultText(fault, profile);
      return ["policy", toCase(toFaultFinding(fault, profile), source, faultLocationsText(fault), true)] as const;
    }),
    ...changes.map((change) => {
      const isFailed = isBlocking(change) || isFailing(change, failOn);
      const source = sourceText(change, profile);
      return [
        change.api,
        toCase(toChangeFinding(change, profile), source, changeLocationsText(change), isFailed),
      ] as const;
    }),
    ...notes.map((note) => {
      const isFailed = isFailingNote(note, failOn);
      return ["notes", toCase(toNoteFinding(note), note.code, faultLocationsText(note), isFailed)] as const;
    }),
  ];
  if (unlisted > 0) {
    const listed = rows.filter(([, { outcome }]) => outcome === "failed").length - faults.length;
    rows.push(["not listed", unlistedCase(unlisted, tally.blocking + countFailing(report, failOn) - listed)]);
  }
  // Without a case, CI would not show that the check ran.
  if (rows.length === 0) rows.push(["concord compat", { name: "nothing to report", outcome: "passed" }]);
  const suites = [...Map.groupBy(rows, ([suite]) => printableText(suite))];
  return renderSuites(
    "concord compat",
    suites.map(([suite, members]) => [suite, members.map(([, each]) => each)]),
  );
}

function toCase(finding: Finding, source: string, where: string, isFailed: boolean): JUnitCase {
  const [message = "", ...lines] = findingLines(finding);
  const name = printableText(`${message} [${source}]`);
  const text = [...lines, where].join("\n");
  if (isFailed) return { name, outcome: "failed", message, text };
  return { name, outcome: "passed", text };
}

/** Case for changes that are not listed. It fails if one of them does. */
function unlistedCase(unlisted: number, failing: number): JUnitCase {
  const name = `${unlisted} ${unlisted === 1 ? "change is" : "changes are"} not listed`;
  const message = `${failing} of them ${failing === 1 ? "fails" : "fail"} the check`;
  if (failing > 0) return { name, outcome: "failed", message };
  return { name, outcome: "passed" };
}
