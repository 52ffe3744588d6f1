import { escapeMarkup } from "../../formats/index.ts";
import { type Change, type CompatReport, type Fault, type Note, isBlocking } from "../model/change.ts";
import { plain } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { factsOf, faultText, lineOf, othersText, placesOfText, placesText, sourceText } from "./facts.ts";
import { isFailing, isFailingNote } from "../changes/fails.ts";
import { type RenderOptions, failingBeside, shownOf } from "./shown.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly failure?: string;
}

/**
 * The report as JUnit XML, a suite for each API: what blocks, or is to fail the check, is a failure; all else passes and
 * says what it is.
 */
export function renderJUnit(report: CompatReport, { only, failOn = "breaking" }: RenderOptions = {}): string {
  const { profile, changes, faults, notes, tally, unlisted } = shownOf(report, only);
  const isFailure = (change: Change): boolean => isBlocking(change) || isFailing(change, failOn);
  const isFailed = (note: Note): boolean => isFailingNote(note, failOn);
  const failing = changes.filter(isFailure).length + notes.filter(isFailed).length;
  const hidden = tally.blocking + failingBeside(report, failOn) - failing;
  const suites: (readonly [string, readonly Case[]])[] = [
    ...(faults.length > 0 ? [["policy", faults.map((fault) => faultCase(fault, profile))] as const] : []),
    ...[...Map.groupBy(changes, ({ api }) => api)].map(
      ([api, found]) => [api, found.map((change) => changeCase(change, isFailure(change), profile))] as const,
    ),
    ...(notes.length > 0 ? [["notes", notes.map((note) => noteCase(note, isFailed(note)))] as const] : []),
    ...(unlisted > 0 ? [["not listed", [unlistedCase(unlisted, hidden)]] as const] : []),
  ];
  // Of no case at all, nobody would see that there was a run.
  if (suites.length === 0) suites.push(["concord compat", [{ name: "nothing to report", text: "" }]]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="concord compat">\n${suites.map(suiteElement).join("")}</testsuites>\n`;
}

function changeCase(change: Change, isFailure: boolean, profile: CompatProfile): Case {
  const others = othersText(change);
  const lines = [
    ...factsOf(change, profile).map(([label, text]) => `${label}: ${text}`),
    ...(others === undefined ? [] : [`also: ${others}`]),
    placesText(change),
    `${change.verdict}: ${change.why}`,
  ];
  return {
    name: `${lineOf(change)} [${sourceText(change, profile)}]`,
    text: lines.join("\n"),
    ...(isFailure && { failure: change.message }),
  };
}

function faultCase(fault: Fault, profile: CompatProfile): Case {
  const { message } = fault;
  return { name: `${message} [${faultText(fault, profile)}]`, text: placesOfText(fault), failure: message };
}

function noteCase(note: Note, isFailure: boolean): Case {
  const { code, verdict, message } = note;
  const text = `${verdict}: ${placesOfText(note)}`;
  return { name: `${message} [${code}]`, text, ...(isFailure && { failure: message }) };
}

/** What a report is narrowed by does not change what fails. */
function unlistedCase(unlisted: number, failing: number): Case {
  const failure = `${failing} of them ${failing === 1 ? "fails" : "fail"} the check`;
  const name = `${unlisted} ${unlisted === 1 ? "change is" : "changes are"} not listed`;
  return { name, text: "", ...(failing > 0 && { failure }) };
}

function suiteElement([name, cases]: readonly [string, readonly Case[]]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return `  <testsuite name="${attribute(name)}" tests="${cases.length}" failures="${failures}">\n${cases.map((each) => caseElement(name, each)).join("")}  </testsuite>\n`;
}

function caseElement(suite: string, { name, text, failure }: Case): string {
  const start = `    <testcase classname="${attribute(suite)}" name="${attribute(name)}"`;
  if (failure !== undefined)
    return `${start}>\n      <failure message="${attribute(failure)}">${escapeMarkup(text)}</failure>\n    </testcase>\n`;
  if (text === "") return `${start}/>\n`;
  return `${start}>\n      <system-out>${escapeMarkup(text)}</system-out>\n    </testcase>\n`;
}

function attribute(text: string): string {
  return escapeMarkup(plain(text));
}
