import type { Io, TextKind } from "./command.ts";

/** Moves to the begin of the line, and clears it. */
const CLEAR_LINE = "\r\u001b[K";

/** Sequences for colours and type faces. */
const style = /(\u001b\[[\d;:]*m)/;

/** Commands that an annotation may be. Others change the job: `::add-mask::`, `::set-output name=…::`, `::stop-commands::`. */
const annotation = /^::(?:error|warning|notice) /;

/**
 * The output of a command that terminals and the logs of CI show as it is. Names and values of documents, servers and
 * files reach them by these functions only.
 */
export function createSafeOutput(io: Io): Io {
  return {
    ...io,
    out: (text, kind) => io.out(safeText(text, kind, io.colours)),
    err: (text, kind) => io.err(safeText(text, kind, io.interactive)),
  };
}

function safeText(text: string, kind: TextKind = "plain", hasStyles: boolean): string {
  if (kind === "progress") return CLEAR_LINE + removeControls(text);
  if (kind === "annotations")
    return text
      .split("\n")
      .map((line) => (annotation.test(line) ? withoutControls(line) : removeControls(line)))
      .join("\n");
  if (kind === "plain" || !hasStyles) return removeControls(text);
  const parts = text.split(style).map((part, index) => (index % 2 === 1 ? part : withoutControls(part)));
  return withoutCommands(parts.join(""));
}

function removeControls(text: string): string {
  return withoutCommands(withoutControls(text));
}

/**
 * Escapes control characters, and those that change the direction of text. The form is that of JSON, so that the value of
 * a JSON document stays the same. Tabs and ends of lines are kept.
 */
function withoutControls(text: string): string {
  return text.replaceAll(
    /(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Escapes the beginnings of commands that the services of CI read in a log: `::NAME`, `##[NAME]`, `##vso[NAME]`. */
function withoutCommands(text: string): string {
  return text
    .replaceAll(/(?<![^\n])([^\S\n]*):(?=:)/g, String.raw`$1\u003a`)
    .replaceAll(/##(?=[a-z]*\[)/gi, String.raw`#\u0023`);
}
