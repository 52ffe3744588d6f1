import { readFileSync } from "node:fs";
import { peerFiles } from "../peers.ts";
import type { Program } from "./program.ts";

/** Base and revision of a comparison: paths of files or folders, or globs. */
export interface Pair {
  readonly base: string;
  readonly revision: string;
}

/** Numbers of changes in a report. */
export interface Counts {
  readonly changes: number;
  readonly breaking: number;
}

/** A program that compares two versions of a contract. */
export interface Contender {
  readonly command: string;
  readonly args: (pair: Pair) => readonly string[];
  readonly counts: (report: string) => Counts;
}

/** Concord, compiled to JavaScript as in the published package. */
export function concord(built: string): Contender {
  return {
    command: process.execPath,
    args: ({ base, revision }) => [`${built}../cli/concord.js`, "compat", base, revision, "--format", "json"],
    counts(report) {
      const { changes } = JSON.parse(report) as { readonly changes: readonly { readonly verdict: string }[] };
      return { changes: changes.length, breaking: changes.filter(({ verdict }) => verdict === "breaking").length };
    },
  };
}

/** Level of an error in oasdiff's report. */
const ERROR_LEVEL = 3;

/** oasdiff. Undefined if it does not run on this system. It merges the documents of a glob before it compares them. */
export function oasdiff(): Contender | undefined {
  const command = peerFiles.oasdiff();
  if (command === undefined) return undefined;
  return {
    command,
    args: ({ base, revision }) => {
      const args = ["changelog", base, revision, "--format", "json"];
      return base.includes("*") ? [...args, "--composed"] : args;
    },
    counts(report) {
      const changes = JSON.parse(report) as readonly { readonly level: number }[];
      return { changes: changes.length, breaking: changes.filter(({ level }) => level === ERROR_LEVEL).length };
    },
  };
}

/** Command line and limits for the comparison of a pair by a contender. */
export function programOf(
  { command, args }: Contender,
  pair: Pair,
  { out, limitMs }: Pick<Program, "out" | "limitMs">,
): Program {
  return { command, args: args(pair), out, limitMs };
}

/** Numbers of changes in the report that a contender wrote to a file. */
export function countsIn(contender: Contender, file: string): Counts {
  return contender.counts(readFileSync(file, "utf8"));
}
