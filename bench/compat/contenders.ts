import { readFileSync } from "node:fs";
import { peerFiles } from "../peers.ts";
import type { Program } from "./program.ts";

/** Two versions of a contract: files, or what a contender takes instead. */
export interface Pair {
  readonly base: string;
  readonly revision: string;
}

/** What a report says. */
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

/** Concord as it is installed: compiled to JavaScript, in a process of its own. */
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

/** What oasdiff calls an error. */
const ERROR_LEVEL = 3;

/** oasdiff, where it runs on this system; of a glob it compares what several documents describe together. */
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

/** What a contender's run is told. */
export function programOf(
  { command, args }: Contender,
  pair: Pair,
  { out, limitMs }: Pick<Program, "out" | "limitMs">,
): Program {
  return { command, args: args(pair), out, limitMs };
}

/** What a contender printed into a file comes to. */
export function countsIn(contender: Contender, file: string): Counts {
  return contender.counts(readFileSync(file, "utf8"));
}
