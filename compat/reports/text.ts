import { createPaint } from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { capital, cut, printableText } from "../model/wording.ts";
import {
  briefChangeFacts,
  causeText,
  clauseLines,
  faultText,
  groupByOperation,
  profileText,
  offText,
  otherOperationsText,
  faultLocationsText,
  changeLocationsText,
  sourceText,
  tallyText,
  verdictLabel,
  whereText,
} from "./change-facts.ts";
import { announcementLines, remediesTitle, waiverRemedy } from "./remedies.ts";
import { type Level, type RenderOptions, type ShownReport, chooseLevel, toShownReport } from "./shown-report.ts";

const colours = { blocking: "red", breaking: "yellow", dangerous: "yellow", "non-breaking": "green" } as const;
const labelWidth = "non-breaking".length;
const detailIndent = " ".repeat(labelWidth + 6);

/** Most non-breaking changes of an operation that are listed, if the report has worse changes. */
const MAX_HARMLESS = 5;

/** Renders text for people: changes by API and operation, the worst first, then the number of changes of each verdict. */
export function renderText(report: CompatReport, { colour = false, only }: RenderOptions = {}): string {
  const colourText = createPaint(colour);
  const shown = toShownReport(report, only);
  const { profile } = shown;
  const isMixed = only === undefined && shown.tally.breaking + shown.tally.dangerous > 0;
  const explained = new Set<string>();
  const lines = [
    colourText("dim", profileText(profile)),
    ...shown.faults.flatMap(faultLines),
    ...groupByOperation(shown.changes).flatMap(([api, operations]) => [
      colourText("bold", shortTerminalText(api).replace(/^(?=::)/, "API ")),
      ...[...operations].flatMap(([name, found]) => [
        `  ${colourText("bold", shortTerminalText(name))}`,
        ...operationLines(found),
      ]),
      "",
    ]),
    ...shown.notes.flatMap(noteLines),
    ...remedySection(),
    ...clauseSection(),
    ...summaryLines(shown),
  ];
  return `${lines.join("\n")}\n`;

  function operationLines(changes: readonly Change[]): string[] {
    const harmless = changes.filter(({ verdict }) => verdict === "non-breaking");
    const folded = isMixed && harmless.length > MAX_HARMLESS + 1 ? harmless.slice(MAX_HARMLESS) : [];
    const listed = changes.filter((change) => !folded.includes(change));
    // Changes with the same cause are listed below it.
    const edits = Map.groupBy(listed, ({ cause, id }) => (cause ? causeText(cause) : id));
    return [
      ...[...edits].flatMap(([text, [first, ...others]]) => {
        if (!first) return [];
        if (!first.cause || others.length === 0) return changeLines(first);
        const below = [first, ...others].flatMap((change) => changeLines(change, true));
        return [`    ${colourText("bold", shortTerminalText(capital(text)))}`, ...below];
      }),
      ...(folded.length > 0 ? [colourText("dim", `    and ${folded.length} more non-breaking`)] : []),
    ];
  }

  function changeLines(change: Change, isBelowCause = false): string[] {
    const level = chooseLevel(change);
    const where = whereText(change);
    const others = otherOperationsText(change);
    const details = [
      ...whyLines(change),
      ...briefChangeFacts(change, profile)
        .filter(([label]) => label !== "cause" || !isBelowCause)
        .map(([label, text]) => (label === "change" ? terminalText(text) : `${label}: ${terminalText(text)}`)),
      shortTerminalText(changeLocationsText(change)),
      ...(others === undefined ? [] : [`also ${shortTerminalText(others)}`]),
    ];
    return [
      `    ${colourText(colours[level], verdictLabel(change).padEnd(labelWidth))}  ${where === "" ? "" : `${shortTerminalText(where)}: `}${shortTerminalText(change.message)} ${colourText("dim", `[${shortTerminalText(sourceText(change, profile))}]`)}`,
      ...details.map((line) => colourText("dim", `${detailIndent}${line}`)),
    ];
  }

  /** Reason of a rule, at its first change only. */
  function whyLines({ rule, verdict, why }: Change): string[] {
    if (verdict === "non-breaking" || explained.has(rule)) return [];
    explained.add(rule);
    return [`why: ${shortTerminalText(why)}`];
  }

  function remedySection(): string[] {
    const announcements = announcementLines(shown.changes);
    const waivers = waiverRemedy(shown.changes, profile, shown.today);
    if (announcements.length === 0 && !waivers) return [];
    return [
      colourText("bold", remediesTitle),
      ...announcements.map((line) => line && `  ${terminalText(line)}`),
      // Without indentation, so that the lines can be pasted.
      ...(announcements.length > 0 && waivers ? [""] : []),
      ...(waivers ? [`  ${terminalText(waivers.introduction)}`, ...waivers.lines.map(terminalText)] : []),
      "",
    ];
  }

  function clauseSection(): string[] {
    const clauses = clauseLines(shown);
    if (clauses.length === 0) return [];
    return [colourText("bold", "Clauses of the policy"), ...clauses.map((line) => `  ${shortTerminalText(line)}`), ""];
  }

  function faultLines(fault: Fault): string[] {
    const { message, at } = fault;
    return [
      `${colourText("red", "fault")}  ${shortTerminalText(message)} ${colourText("dim", `[${shortTerminalText(faultText(fault, profile))}]`)}`,
      ...(at ? [colourText("dim", `       at ${shortTerminalText(faultLocationsText(fault))}`)] : []),
      "",
    ];
  }

  function noteLines(note: Note): string[] {
    const { code, verdict, message, at } = note;
    const label = verdict === "dangerous" ? "dangerous" : "note";
    return [
      `${colourText(verdict === "dangerous" ? "yellow" : "dim", label)}  ${shortTerminalText(message)} ${colourText("dim", `[${shortTerminalText(code)}]`)}`,
      ...(at
        ? [colourText("dim", `${" ".repeat(label.length)}  at ${shortTerminalText(faultLocationsText(note))}`)]
        : []),
      "",
    ];
  }

  function summaryLines({ tally, unlisted, changes, faults, off }: ShownReport): string[] {
    const offLine = offText({ off });
    if (changes.length + unlisted + faults.length + tally.undecided + tally.off === 0) return ["No changes"];
    const worst: Level | undefined =
      tally.blocking + tally.faults > 0
        ? "blocking"
        : tally.breaking > 0
          ? "breaking"
          : tally.dangerous + tally.undecided > 0
            ? "dangerous"
            : undefined;
    return [
      colourText(colours[worst ?? "non-breaking"], tallyText(tally)),
      ...(unlisted > 0 ? [`${unlisted} of them not listed`] : []),
      ...(offLine === undefined ? [] : [printableText(offLine)]),
    ];
  }
}

/** Shortens text and removes everything that would control a terminal or a CI log. */
function shortTerminalText(text: string): string {
  return terminalText(cut(printableText(text)));
}

/** Like lineText(), without shortening. */
function terminalText(text: string): string {
  return printableText(text).replaceAll("##[", "## [");
}
