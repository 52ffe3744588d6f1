import { type Contract, type Problem, counted, lintRules, locate, findUnreadParts } from "../../contracts/index.ts";
import type { Selection } from "../arguments/load-selected.ts";
import { MAX_NAMED, writeProblems } from "../arguments/problem-lines.ts";

/** Codes of problems that say how the mock reads a request that a document describes in another way. */
const codesOfReadings = ["several-bodies", "old-form"];

/**
 * Lines for problems of served documents: each invalid x-state, because the mock ignores it, the first readings of
 * requests, and the number of other problems.
 */
export async function problemLines(
  contracts: readonly Contract[],
  { contracts: paths = [], overlay = [] }: Selection,
): Promise<string[]> {
  const isOwn = paths.length > 0 || overlay.length > 0;
  // Parts that are not read, such as an unknown method, are missing in the mock.
  const problems = contracts.flatMap((contract) =>
    omitRepeated([...contract.problems, ...(isOwn ? findUnreadParts(contract) : [])]),
  );
  const ofState = problems.filter(({ code }) => code === "invalid-state");
  const readings = problems.filter(({ code }) => codesOfReadings.includes(code));
  const others = problems.length - ofState.length - readings.length;
  const unknownPaths = isOwn ? (await Promise.all(contracts.map(unfoundedStates))).flat() : [];
  const lines = [
    ...writeProblems(ofState),
    ...writeProblems(readings, { most: MAX_NAMED }),
    ...writeProblems(unknownPaths),
  ].map((line) => `${line}\n`);
  if (lines.length + others === 0) return [];
  const command = contractsCommand("lint", { contracts: paths, overlay });
  const count = counted(others, "problem");
  if (others === 0) return [...lines, `See ${command}\n`];
  return [
    ...lines,
    `${lines.length > 0 ? "and " : ""}${count} found while the contracts were read: ${command} checks more\n`,
  ];
}

/** Command on the documents that a mock serves. */
export function contractsCommand(subcommand: string, { contracts = [], overlay = [] }: Selection): string {
  const options = overlay.map((file) => `--overlay ${quoteForShell(file)}`);
  return [`concord contracts ${subcommand}`, ...contracts.map(quoteForShell), ...options].join(" ");
}

/** Problems without those that another one describes at the same place. */
function omitRepeated<T extends Pick<Problem, "at" | "code">>(problems: readonly T[]): T[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.at.pointer}`, problem])).values()];
}

/** Findings of the lint rule for x-state, which loading a document does not check. */
async function unfoundedStates(contract: Contract): Promise<Problem[]> {
  const rule = lintRules.find(({ id }) => id === "state-unfounded");
  const faults = (await rule?.find(contract)) ?? [];
  return faults.map(({ pointer, message }) => ({ code: "state-unfounded", message, at: locate(contract, pointer) }));
}

function quoteForShell(text: string): string {
  if (/^[\w./:@%+,=-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
