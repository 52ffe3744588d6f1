import { stripVTControlCharacters } from "node:util";
import { escapeControlCharacters } from "../deliveries/escape-control-characters.ts";
import type { ConsumerReport } from "./report.ts";

/** Escape sequences for colours, the only ones that are passed to a terminal. */
const colours = /(\u001b\[[\d;:]*m)/;

/**
 * Output of a program that is safe for a terminal: without sequences that move the cursor, clear the screen or set the
 * title. Overwritten lines become separate lines. If something must be masked, colours are removed, too, because a
 * sequence may split the secret.
 */
export function terminalOutput(text: string, mask: (text: string) => string): string {
  const coloured = text
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : inPlain(part)))
    .join("");
  const plain = withoutColour(coloured);
  const masked = mask(plain);
  return masked === plain ? coloured : masked;
}

/** Report without colours in its output, for files and pipes. */
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
    .map(escapeControlCharacters)
    .join("\n");
}
