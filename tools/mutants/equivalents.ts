import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { Mutant } from "./trial.ts";

/**
 * A mutant that an engineer read, and of which no request can tell, by the document, that it is not the original: the
 * responses are the same, or they differ in what the document leaves open, such as the text of an error.
 */
export interface Equivalent {
  readonly subject: string;
  /** Name of the file, without its folder. */
  readonly file: string;
  /** The changed line, without the spaces around it. */
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

/** Mutants that were sorted out by hand. */
export function readEquivalents(folder: string = import.meta.dirname): readonly Equivalent[] {
  const file = join(folder, "equivalent.yaml");
  return existsSync(file) ? ((parse(readFileSync(file, "utf8")) as readonly Equivalent[] | null) ?? []) : [];
}

/** True for a mutant in the list. */
export function isEquivalent({ subject, file, mutation }: Mutant, all: readonly Equivalent[]): boolean {
  return all.some(
    (each) =>
      each.subject === subject.name &&
      each.file === basename(file) &&
      each.code === mutation.code &&
      each.before === mutation.before &&
      each.after === mutation.after,
  );
}
