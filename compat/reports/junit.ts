import { escapeMarkup } from "../../formats/index.ts";
import { type Change, type CompatReport, type Fault, type Note, isBlocking } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  changeFacts,
  faultText,
  changeLine,
  otherOperationsText,
  faultLocationsText,
  changeLocationsText,
  sourceText,
  verdictLabel,
} from "./change-facts.ts";
import { isFailing, isFailingNote } from "../changes/fails.ts";
import { type RenderOptions, countFailing, toShownReport } from "./shown-report.ts";

interface TestCase {
  readonly name: string;
  readonly text: string;
  readonly failure?: string;
}

/** Renders JUnit XML with a suite for each API. Changes that block or fail the check are failures; others pass with a text. */
export function renderJUnit(report: CompatReport, { only, failOn = "breaking" }: RenderOptions = {}): string {
  const { profile, changes, faults, notes, tally, unlisted } = toShownReport(report, only);
  const isFailure = (change: Change): boolean => isBlocking(change) || isFailing(change, failOn);
  const isFailed = (note: Note): boolean => isFailingNote(note, failOn);
  const failing = changes.filter(isFailure).length + notes.filter(isFailed).length;
  const hidden = tally.blocking + countFailing(report, failOn) - failing;
  const suites: (readonly [string, readonly TestCase[]])[] = [
    ...(faults.length > 0 ? [["policy", faults.map((fault) => faultCase(fault, profile))] as const] : []),
    ...[...Map.groupBy(changes, ({ api }) => api)].map(
      ([api, found]) => [api, found.map((change) => changeCase(change, isFailure(change), profile))] as const,
    ),
    ...(notes.length > 0 ? [["notes", notes.map((note) => noteCase(note, isFailed(note)))] as const] : []),
    ...(unlisted > 0 ? [["not listed", [unlistedCase(unlisted, hidden)]] as const] : []),
  ];
  // Without a case, CI would not show that the check ran.
  if (suites.length === 0) suites.push(["concord compat", [{ name: "nothing to report", text: "" }]]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="concord compat">\n${suites.map(suiteElement).join("")}</testsuites>\n`;
}

function changeCase(change: Change, isFailure: boolean, profile: CompatProfile): TestCase {
  const others = otherOperationsText(change);
  const lines = [
    ...changeFacts(change, profile).map(([label, text]) => `${label}: ${text}`),
    ...(others === undefined ? [] : [`also: ${others}`]),
    changeLocationsText(change),
    `${verdictLabel(change)}: ${change.why}`,
  ];
  return {
    name: `${changeLine(change)} [${sourceText(change, profile)}]`,
    text: lines.join("\n"),
    ...(isFailure && { failure: change.message }),
  };
}

function faultCase(fault: Fault, profile: CompatProfile): TestCase {
  const { message } = fault;
  return { name: `${message} [${faultText(fault, profile)}]`, text: faultLocationsText(fault), failure: message };
}

function noteCase(note: Note, isFailure: boolean): TestCase {
  const { code, verdict, message } = note;
  const text = `${verdict}: ${faultLocationsText(note)}`;
  return { name: `${message} [${code}]`, text, ...(isFailure && { failure: message }) };
}

/** Case for changes that are not listed. It fails if one of them does. */
function unlistedCase(unlisted: number, failing: number): TestCase {
  const failure = `${failing} of them ${failing === 1 ? "fails" : "fail"} the check`;
  const name = `${unlisted} ${unlisted === 1 ? "change is" : "changes are"} not listed`;
  return { name, text: "", ...(failing > 0 && { failure }) };
}

function suiteElement([name, cases]: readonly [string, readonly TestCase[]]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return `  <testsuite name="${attribute(name)}" tests="${cases.length}" failures="${failures}">\n${cases.map((each) => caseElement(name, each)).join("")}  </testsuite>\n`;
}

function caseElement(suite: string, { name, text, failure }: TestCase): string {
  const start = `    <testcase classname="${attribute(suite)}" name="${attribute(name)}"`;
  if (failure !== undefined)
    return `${start}>\n      <failure message="${attribute(failure)}">${escapeMarkup(text)}</failure>\n    </testcase>\n`;
  if (text === "") return `${start}/>\n`;
  return `${start}>\n      <system-out>${escapeMarkup(text)}</system-out>\n    </testcase>\n`;
}

function attribute(text: string): string {
  return escapeMarkup(printableText(text));
}
