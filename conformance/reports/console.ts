import { styleText } from "node:util";
import { visible } from "../deliveries/visible.ts";
import type { Case, Judgement } from "./judgement.ts";
import { labels, sumOf } from "./verdict.ts";

export interface ConsoleOptions {
  readonly colours: boolean;
}

const colourOf = { failed: "red", warned: "yellow", noted: "yellow", skipped: "yellow" } as const;

/** So many groups of one outcome are shown, and so many findings about one operation in full. */
const MOST = { groups: 10, ofOperation: 3 };

/** So much of what was sent or answered is shown on a line; a curl line is never cut. */
const LONGEST = 300;

/** Ends the colours that somebody else has begun. */
const RESET = "\u001b[0m";

/** A judgement as a person reads it: findings first, the worst of them on top, the sum last. What passed is not listed. */
export function renderConsole(judgement: Judgement, { colours }: ConsoleOptions): string {
  const paint = (colour: "red" | "green" | "yellow", text: string): string =>
    colours ? styleText(colour, text, { validateStream: false }) : text;
  const findings = (["failed", "warned", "noted", "skipped"] as const).flatMap((outcome) => {
    const groups = together(judgement.cases.filter((each) => each.outcome === outcome));
    const label = paint(colourOf[outcome], labels[outcome]);
    const blocks = groups.slice(0, MOST.groups).map((group) => `${groupLines(group, label).join("\n")}\n\n`);
    return [...blocks, ...restLine(groups.slice(MOST.groups), label)];
  });
  const notes = (judgement.notes ?? []).map((note) => `${visible(note)}\n`);
  const { outcome, text } = sumOf(judgement);
  const verdict = paint(outcome === "failed" ? "red" : outcome === "passed" ? "green" : "yellow", text);
  const seconds = (judgement.durationMs / 1000).toFixed(1);
  const sum = `${verdict} in ${judgement.scope}, ${seconds} s (${visible(judgement.target)})\n`;
  return [...findings, ...notes, ...(notes.length > 0 ? ["\n"] : []), sum].join("");
}

/** Cases in their order, those that have a cause in common together, and those that are about one operation. */
function together(cases: readonly Case[]): readonly (readonly Case[])[] {
  const nameOf = ({ suite, cause, spot }: Case): string | undefined =>
    cause === undefined ? spot && `${suite} at ${spot.operation}` : `${suite} ${cause}`;
  return [...Map.groupBy(cases, (each) => nameOf(each) ?? each).values()];
}

/** Of those with one cause the first in full, of those about one operation some. */
function groupLines(group: readonly Case[], label: string): string[] {
  const [first, ...others] = group as [Case, ...Case[]];
  const inFull = first.cause === undefined ? group.slice(0, MOST.ofOperation) : [first];
  const rest = group
    .slice(inFull.length)
    .map(({ name, spot, cause }) =>
      visible(cause === undefined && spot ? name.replace(spot.operation, "").trim() : name),
    );
  const told = first.cause === undefined ? `more of ${visible(first.spot?.operation ?? "")}` : "like it";
  const blocks = inFull.map((each) => caseLines(each, label).join("\n"));
  return [
    ...(first.headline === undefined ? [] : [visible(first.headline)]),
    blocks.join("\n\n"),
    ...(others.length < inFull.length ? [] : [`     and ${rest.length} ${told}: ${rest.join(", ")}`]),
  ];
}

/** How many more there are than anybody reads on a terminal, and where. */
function restLine(groups: readonly (readonly Case[])[], label: string): string[] {
  if (groups.length === 0) return [];
  const cases = groups.flat();
  const places = [...Map.groupBy(cases, ({ suite }) => suite)].map(
    ([suite, { length }]) => `${visible(suite)} ${length}`,
  );
  return [`${label} ${cases.length} more: ${places.join(", ")}\n     --report html:FILE shows all of them\n\n`];
}

/** A case as it is printed: its name behind a label, and what belongs to it below. */
export function caseLines({ suite, name, source, message, details = [] }: Case, label: string): string[] {
  const width = Math.max(0, ...details.map(([title]) => title.length)) + 1;
  return [
    `${label} ${visible(`${suite}: ${name}${source === undefined ? "" : `  [${source}]`}`)}`,
    ...(message === undefined ? [] : [`     ${visible(message)}`]),
    ...details.map(([title, text]) => `     ${`${title}:`.padEnd(width)} ${shown(title, text)}`),
  ];
}

/**
 * Lines that are copied and run stand as they are, what a program said by lines and in its colours (whoever keeps
 * that takes all else out of it), all else on one line. Nothing of it is a command to the terminal.
 */
function shown(title: string, text: string): string {
  if (title === "output") return `\n${text.replaceAll(/^(?=.)/gm, "       ")}${text.includes("\u001b") ? RESET : ""}`;
  if (title === "again" || title === "replay") return text.split("\n").map(visible).join("\n");
  const line = visible(text.replaceAll(/\s+/g, " ").trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
