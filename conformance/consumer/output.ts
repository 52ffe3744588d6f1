import { stripVTControlCharacters } from "node:util";
import { visible } from "../deliveries/visible.ts";
import type { ConsumerReport } from "./report.ts";

/** What sets colours and the like: the only thing that a program may tell a terminal. */
const colours = /(\u001b\[[\d;:]*m)/;

/**
 * What a program said, as a terminal may be shown it: without all that would move the cursor, clear the screen or name
 * the window. A line that was written over is a line of its own. Where something has to be masked, colours go as well:
 * they may stand in the middle of it.
 */
export function shownOutput(text: string, mask: (text: string) => string): string {
  const coloured = text
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : inPlain(part)))
    .join("");
  const plain = withoutColour(coloured);
  const masked = mask(plain);
  return masked === plain ? coloured : masked;
}

/** The same report without the colours of what the command said, for files and pipes. */
export function withoutColours(report: ConsumerReport): ConsumerReport {
  const runs = report.runs.map((run) =>
    run.output === undefined ? run : { ...run, output: withoutColour(run.output) },
  );
  return { ...report, runs };
}

function withoutColour(text: string): string {
  return text
    .split(colours)
    .filter((_, index) => index % 2 === 0)
    .join("");
}

function inPlain(text: string): string {
  return stripVTControlCharacters(text)
    .split(/\r?\n|\r/)
    .map(visible)
    .join("\n");
}
