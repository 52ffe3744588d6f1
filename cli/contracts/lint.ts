import type { ContractsCall } from "./contracts-call.ts";
import { lintContracts, lintRules, printableText } from "../../contracts/index.ts";
import type { ExitCode } from "../command.ts";
import { writeProblems } from "../arguments/problem-lines.ts";
import { counted } from "../counted.ts";
import { createProgressBar } from "../progress.ts";
import { json, table } from "./table.ts";

/** `concord contracts lint`: lists the problems of the documents. */
export async function lintAll({ contracts, json: asJson, rules, io }: ContractsCall): Promise<ExitCode> {
  if (rules) {
    const all = lintRules.map(({ id, claim }) => ({ id, claim }));
    io.out(asJson ? json(all) : table(all.map(({ id, claim }) => [id, claim])));
    return 0;
  }
  const bar = createProgressBar(io);
  const problems = await lintContracts(contracts, {
    signal: io.signal,
    onProgress: (done, { api }) => bar.show(done, contracts.length, `documents  ${api}`),
  }).finally(bar.clear);
  if (io.signal.aborted) {
    io.err("Interrupted\n");
    return 2;
  }
  io.out(
    asJson
      ? json(problems)
      : writeProblems(problems, { hasPointers: true })
          .map((line) => `${printableText(line)}\n`)
          .join(""),
  );
  const count = problems.length === 0 ? "no problems" : counted(problems.length, "problem");
  io.err(`${count} in ${counted(contracts.length, "document")}\n`);
  return problems.length > 0 ? 1 : 0;
}
