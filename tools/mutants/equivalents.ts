import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { Mutant } from "./trial.ts";

/** A mutant that an engineer read, and that no request can tell from the original. */
export interface Equivalent {
  readonly subject: string;
  /** Name of the file, without its folder. */
  readonly file: string;
  readonly line: number;
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
      each.line === mutation.line &&
      each.before === mutation.before &&
      each.after === mutation.after,
  );
}
