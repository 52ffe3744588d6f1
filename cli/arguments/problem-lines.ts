import type { Problem } from "../../contracts/index.ts";

/** Maximum number of problems that are named. Of more, only the number is printed. */
export const MAX_NAMED = 5;

/** Maximum number of places that are named for one problem. */
const MAX_PLACES = 3;

/** Lines for the problems of documents, below a title. */
export function problemLines(title: string, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const lines = writeProblems(problems, { most: MAX_NAMED });
  return [`${title} (see concord contracts lint)`, ...lines.map((line) => `  ${line}`)];
}

interface ProblemsOptions {
  /** Most lines, besides one for the number of other problems. */
  readonly most?: number;
  /** Adds the JSON pointer of the first place. */
  readonly hasPointers?: boolean;
}

/** Lines for problems. One that is the same at several places has one line, with their number and the first of them. */
export function writeProblems(
  problems: readonly Problem[],
  { most = Infinity, hasPointers = false }: ProblemsOptions = {},
): string[] {
  const groups = [...Map.groupBy(problems, ({ code, message }) => `${code}  ${message}`)];
  // Finding a line takes time, so it is found for the named places only.
  const lines = groups.slice(0, most).map(([text, [first, ...others]]) => {
    const { file, line, pointer } = (first as Problem).at;
    const also = others.slice(0, MAX_PLACES - 1).map(({ at }) => `${at.file}:${at.line}`);
    const start = `${file}:${line}  ${text}${hasPointers ? `  (${pointer})` : ""}`;
    if (also.length === 0) return start;
    const more = others.length - also.length;
    return `${start}  (${others.length + 1} times, also at ${also.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
  });
  const rest = groups.slice(most).flatMap(([, equal]) => equal).length;
  if (rest > 0) return [...lines, `and ${rest} more`];
  return lines;
}

/** Texts of the first items. Of the others, only the number is named. */
export function limitList(texts: readonly string[]): readonly string[] {
  if (texts.length <= MAX_NAMED) return texts;
  return [...texts.slice(0, MAX_NAMED), `and ${texts.length - MAX_NAMED} more`];
}
