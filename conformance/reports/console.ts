import { createPaint } from "../../formats/index.ts";
import { escapeControlCharacters } from "../deliveries/escape-control-characters.ts";
import type { Case, Judgement } from "./judgement.ts";
import { neverRanNotes } from "./never-ran.ts";
import { labels, summarizeCases } from "./verdict.ts";

export interface ConsoleOptions {
  readonly colours: boolean;
}

const colourOf = { failed: "red", warned: "yellow", noted: "yellow", skipped: "yellow" } as const;

/** Most groups of one outcome, and most findings of one operation that are shown in full. */
const MOST = { groups: 10, ofOperation: 3 };

/** Longest text of a request or response on a line. A curl line is never cut. */
const LONGEST = 300;

/** Resets colours that a program may have left on. */
const RESET = "\u001b[0m";

/** Judgement as text: findings first, the gravest on top, the summary last. Passed cases are not listed. */
export function renderConsole(judgement: Judgement, { colours }: ConsoleOptions): string {
  const colourReport = createPaint(colours);
  const findings = (["failed", "warned", "noted", "skipped"] as const).flatMap((outcome) => {
    const groups = groupByCause(judgement.cases.filter((each) => each.outcome === outcome));
    const label = colourReport(colourOf[outcome], labels[outcome]);
    const blocks = groups.slice(0, MOST.groups).map((group) => `${renderCaseGroup(group, label).join("\n")}\n\n`);
    return [...blocks, ...restLine(groups.slice(MOST.groups), label)];
  });
  const notes = [...neverRanNotes(judgement.neverRan), ...(judgement.notes ?? [])].map(
    (note) => `${escapeControlCharacters(note)}\n`,
  );
  const { outcome, text } = summarizeCases(judgement);
  const verdict = colourReport(outcome === "failed" ? "red" : outcome === "passed" ? "green" : "yellow", text);
  const seconds = (judgement.durationMs / 1000).toFixed(1);
  const sum = `${verdict} in ${judgement.scope}, ${seconds} s (${escapeControlCharacters(judgement.target)})\n`;
  return [...findings, ...notes, ...(notes.length > 0 ? ["\n"] : []), sum].join("");
}

/** Cases in groups with one cause or one operation, in order. */
function groupByCause(cases: readonly Case[]): readonly (readonly Case[])[] {
  const nameCaseCause = ({ suite, cause, spot }: Case): string | undefined =>
    cause === undefined ? spot && `${suite} at ${spot.operation}` : `${suite} ${cause}`;
  return [...Map.groupBy(cases, (each) => nameCaseCause(each) ?? each).values()];
}

/** Lines of a group: the first of one cause in full, some of one operation. */
function renderCaseGroup(group: readonly Case[], label: string): string[] {
  const [first, ...others] = group as [Case, ...Case[]];
  const inFull = first.cause === undefined ? group.slice(0, MOST.ofOperation) : [first];
  const rest = group
    .slice(inFull.length)
    .map(({ name, spot, cause }) =>
      escapeControlCharacters(cause === undefined && spot ? name.replace(spot.operation, "").trim() : name),
    );
  const told =
    first.cause === undefined ? `more of ${escapeControlCharacters(first.spot?.operation ?? "")}` : "like it";
  const blocks = inFull.map((each) =>
    [...renderHeadline(each), ...caseLines(withoutRepetition(each), label)].join("\n"),
  );
  return [
    blocks.join("\n\n"),
    ...(others.length < inFull.length ? [] : [`     and ${rest.length} ${told}: ${rest.join(", ")}`]),
  ];
}

function renderHeadline({ headline }: Case): readonly string[] {
  if (headline === undefined) return [];
  return [escapeControlCharacters(headline)];
}

/** The case without a message that its headline has. */
function withoutRepetition({ message, ...each }: Case): Case {
  if (message === undefined || each.headline?.includes(message)) return each;
  return { ...each, message };
}

/** Line that counts the findings which are not shown, and names the report that has them. */
function restLine(groups: readonly (readonly Case[])[], label: string): string[] {
  if (groups.length === 0) return [];
  const cases = groups.flat();
  const places = [...Map.groupBy(cases, ({ suite }) => suite)].map(
    ([suite, { length }]) => `${escapeControlCharacters(suite)} ${length}`,
  );
  return [`${label} ${cases.length} more: ${places.join(", ")}\n     --report html:FILE shows all of them\n\n`];
}

/** Lines of a case: its name after a label, and its details below. */
export function caseLines({ suite, name, source, message, details = [] }: Case, label: string): string[] {
  const width = Math.max(0, ...details.map(([title]) => title.length)) + 1;
  return [
    `${label} ${escapeControlCharacters(`${suite}: ${name}${source === undefined ? "" : `  [${source}]`}`)}`,
    ...(message === undefined ? [] : [`     ${escapeControlCharacters(message)}`]),
    ...details.map(([title, text]) => `     ${`${title}:`.padEnd(width)} ${renderDetail(title, text)}`),
  ];
}

/**
 * Text of a detail. A command is printed without changes, the output of a program keeps its lines and colours, and any
 * other text is printed on one line. Control characters that could change the terminal are escaped.
 */
function renderDetail(title: string, text: string): string {
  if (title === "output") return `\n${text.replaceAll(/^(?=.)/gm, "       ")}${text.includes("\u001b") ? RESET : ""}`;
  if (title === "again" || title === "replay") return text.split("\n").map(escapeControlCharacters).join("\n");
  const line = escapeControlCharacters(text.replaceAll(/\s+/g, " ").trim());
  if (line.length > LONGEST) return `${line.slice(0, LONGEST - 1)}…`;
  return line;
}
