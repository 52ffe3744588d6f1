import { type Contract, type Problem, lintRules, locate } from "../../contracts/index.ts";
import type { Selection } from "../load-selected.ts";

/**
 * What is wrong with documents that are served: each x-state that cannot be followed with its line, since the mock
 * then goes by something else, and how many other problems there are.
 */
export async function problemLines(
  contracts: readonly Contract[],
  { contracts: paths = [], overlay }: Selection,
): Promise<string[]> {
  const isOwn = paths.length > 0 || overlay.length > 0;
  const problems = contracts.flatMap((contract) => contract.problems);
  const [ofState, others] = [true, false].map((wanted) =>
    problems.filter(({ code }) => (code === "invalid-state") === wanted),
  ) as [Problem[], Problem[]];
  const found = isOwn ? (await Promise.all(contracts.map(unfounded))).flat() : [];
  const lines = [...ofState, ...found].map(({ at, code, message }) => `${at.file}:${at.line}  ${code}  ${message}\n`);
  if (lines.length + others.length === 0) return [];
  const command = [
    "concord contracts lint",
    ...paths.map(quoted),
    ...overlay.map((file) => `--overlay ${quoted(file)}`),
  ].join(" ");
  const count = others.length === 1 ? "1 problem" : `${others.length} problems`;
  if (others.length === 0) return [...lines, `See ${command}\n`];
  return [...lines, `${lines.length > 0 ? "and " : ""}${count} in the contracts: see ${command}\n`];
}

/** What the rule for x-state finds, which the loading of a document does not look for. */
async function unfounded(contract: Contract): Promise<Problem[]> {
  const rule = lintRules.find(({ id }) => id === "state-unfounded");
  const faults = (await rule?.find(contract, { all: [contract] })) ?? [];
  return faults.map(({ pointer, message }) => ({ code: "state-unfounded", message, at: locate(contract, pointer) }));
}

function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
