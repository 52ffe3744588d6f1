import type { Problem } from "../../contracts/index.ts";

/** Maximum number of problems that are named. Of more, only the number is printed. */
const MAX_NAMED = 5;

/** Lines for the problems of documents, below a title. */
export function problemLines(title: string, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  // Finding a line takes time, so it is found for the named problems only.
  return [`${title} (see concord contracts lint)`, ...limitList(problems, lineOf).map((line) => `  ${line}`)];
}

/** Line for a problem. */
export function lineOf({ code, message, at }: Problem): string {
  return `${at.file}:${at.line}  ${code}  ${message}`;
}

/** Texts of the first items. Of the others, only the number is named. */
export function limitList(texts: readonly string[]): readonly string[];
export function limitList<T>(items: readonly T[], textOf: (item: T) => string): readonly string[];
export function limitList<T>(items: readonly T[], textOf: (item: T) => string = String): readonly string[] {
  const texts = items.slice(0, MAX_NAMED).map(textOf);
  return items.length <= MAX_NAMED ? texts : [...texts, `and ${items.length - MAX_NAMED} more`];
}
