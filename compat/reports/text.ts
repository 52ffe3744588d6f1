import { styleText } from "node:util";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { capital, cut, plain } from "../model/wording.ts";
import {
  briefFactsOf,
  causeText,
  faultText,
  grouped,
  headText,
  othersText,
  placesOfText,
  placesText,
  sourceText,
  tallyText,
  whereText,
} from "./facts.ts";
import { blockedGroups, remediesTitle, remedyLines } from "./remedies.ts";
import { type Level, type RenderOptions, type Shown, levelOf, shownOf } from "./shown.ts";

const colours = { blocking: "red", breaking: "yellow", dangerous: "yellow", "non-breaking": "green" } as const;
const width = "non-breaking".length;
const indent = " ".repeat(width + 6);

/** Of the non-breaking changes of an operation so many are listed, where others are to be seen. */
const MOST = 5;

/** The report for people: by API and operation, the worst first, then how many changes of each verdict there are. */
export function renderText(report: CompatReport, { colour = false, only }: RenderOptions = {}): string {
  const paint = (style: "red" | "yellow" | "green" | "bold" | "dim", text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const shown = shownOf(report, only);
  const { profile } = shown;
  const isMixed = only === undefined && shown.tally.breaking + shown.tally.dangerous > 0;
  const groups = blockedGroups(shown.changes);
  const explained = new Set<string>();
  const lines = [
    paint("dim", headText(profile)),
    ...shown.faults.flatMap(faultLines),
    ...grouped(shown.changes).flatMap(([api, operations]) => [
      paint("bold", said(api).replace(/^(?=::)/, "API ")),
      ...[...operations].flatMap(([name, found]) => [`  ${paint("bold", said(name))}`, ...operationLines(found)]),
      "",
    ]),
    ...shown.notes.flatMap(noteLines),
    ...remedySection(),
    ...summaryLines(shown),
  ];
  return `${lines.join("\n")}\n`;

  function operationLines(changes: readonly Change[]): string[] {
    const harmless = changes.filter(({ verdict }) => verdict === "non-breaking");
    const folded = isMixed && harmless.length > MOST + 1 ? harmless.slice(MOST) : [];
    const listed = changes.filter((change) => !folded.includes(change));
    // One edit is reported once, with all of its changes below it.
    const edits = Map.groupBy(listed, ({ cause, id }) => (cause ? causeText(cause) : id));
    return [
      ...[...edits].flatMap(([text, [first, ...others]]) => {
        if (!first) return [];
        if (!first.cause || others.length === 0) return changeLines(first);
        const below = [first, ...others].flatMap((change) => changeLines(change, true));
        return [`    ${paint("bold", said(capital(text)))}`, ...below];
      }),
      ...(folded.length > 0 ? [paint("dim", `    and ${folded.length} more non-breaking`)] : []),
    ];
  }

  function changeLines(change: Change, isBelowCause = false): string[] {
    const level = levelOf(change);
    const where = whereText(change);
    const others = othersText(change);
    const details = [
      ...whyLines(change),
      ...briefFactsOf(change, groups, profile)
        .filter(([label]) => label !== "cause" || !isBelowCause)
        .map(([label, text]) => (label === "change" ? safe(text) : `${label}: ${safe(text)}`)),
      said(placesText(change)),
      ...(others === undefined ? [] : [`also ${said(others)}`]),
    ];
    return [
      `    ${paint(colours[level], change.verdict.padEnd(width))}  ${where === "" ? "" : `${said(where)}: `}${said(change.message)} ${paint("dim", `[${said(sourceText(change, profile))}]`)}`,
      ...details.map((line) => paint("dim", `${indent}${line}`)),
    ];
  }

  /** Why a rule judges so is said once, where it judges first. */
  function whyLines({ rule, verdict, why }: Change): string[] {
    if (verdict === "non-breaking" || explained.has(rule)) return [];
    explained.add(rule);
    return [`why: ${said(why)}`];
  }

  function remedySection(): string[] {
    const remedies = remedyLines(shown.changes, profile);
    if (remedies.length === 0) return [];
    return [paint("bold", remediesTitle), ...remedies.map((line) => line && `  ${safe(line)}`), ""];
  }

  function faultLines(fault: Fault): string[] {
    const { message, at } = fault;
    return [
      `${paint("red", "fault")}  ${said(message)} ${paint("dim", `[${said(faultText(fault, profile))}]`)}`,
      ...(at ? [paint("dim", `       at ${said(placesOfText(fault))}`)] : []),
      "",
    ];
  }

  function noteLines(note: Note): string[] {
    const { code, verdict, message, at } = note;
    const label = verdict === "dangerous" ? "dangerous" : "note";
    return [
      `${paint(verdict === "dangerous" ? "yellow" : "dim", label)}  ${said(message)} ${paint("dim", `[${said(code)}]`)}`,
      ...(at ? [paint("dim", `${" ".repeat(label.length)}  at ${said(placesOfText(note))}`)] : []),
      "",
    ];
  }

  function summaryLines({ tally, unlisted, changes, faults }: Shown): string[] {
    if (changes.length + unlisted + faults.length + tally.undecided === 0) return ["No changes"];
    const worst: Level | undefined =
      tally.blocking + tally.faults > 0
        ? "blocking"
        : tally.breaking > 0
          ? "breaking"
          : tally.dangerous + tally.undecided > 0
            ? "dangerous"
            : undefined;
    return [
      paint(colours[worst ?? "non-breaking"], tallyText(tally)),
      ...(unlisted > 0 ? [`${unlisted} of them not listed`] : []),
    ];
  }
}

/** Text that stands in a line: nothing of it steers a terminal, or what a CI reads its commands from. */
function said(text: string): string {
  return safe(cut(plain(text)));
}

/** The same of text that is short already. */
function safe(text: string): string {
  return plain(text).replaceAll("##[", "## [");
}
