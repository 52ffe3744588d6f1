/** A line of a file of oasdiff. */
export interface OasdiffLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A line that has no equivalent in Concord. */
export interface UnconvertedLine extends OasdiffLine {
  readonly reason: string;
}

/** Lines of a file with a visible character, trimmed. */
export function splitOasdiffLines(file: string, text: string): readonly OasdiffLine[] {
  return text
    .split(/\r?\n/)
    .map((each, index) => ({ file, line: index + 1, text: each.trim() }))
    .filter((line) => line.text !== "");
}
