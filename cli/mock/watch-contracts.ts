import { dirname, resolve } from "node:path";
import { type Contract, type Problem, foldersOf } from "../../contracts/index.ts";
import type { Mock } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { explain } from "../explain.ts";
import { type Selection, loadSelected } from "../load-selected.ts";
import { watchFolders } from "./watch.ts";

/** Serves contracts anew when their files change; those that cannot be used leave the mock with what it has. */
export function watchContracts(mock: Mock, first: readonly Contract[], selection: Selection, io: Io): () => void {
  let served = first;
  return watchFolders({
    folders: () => [
      ...foldersOf(served, selection.contracts ?? []),
      ...selection.overlay.map((file) => dirname(resolve(file))),
    ],
    async changed() {
      try {
        const contracts = await loadSelected(selection, io);
        mock.reload(contracts);
        const known = new Set(problemsOf(served).map(wordsOf));
        served = contracts;
        io.err(`Read again: ${mock.platform.routes.length} operations\n`);
        for (const problem of problemsOf(contracts))
          if (!known.has(wordsOf(problem))) io.err(`${problem.at.file}:${problem.at.line}  ${wordsOf(problem)}\n`);
      } catch (error) {
        // An option that does not go with these contracts: weather for an operation that is gone, say.
        const reason = error instanceof RangeError ? `${error.message}\n` : explain(error, io);
        io.err(`${reason}The mock goes on with the contracts that it has\n`);
      }
    },
    failed: (reason) => io.err(`${reason}\n`),
  });
}

function problemsOf(contracts: readonly Contract[]): readonly Problem[] {
  return contracts.flatMap(({ problems }) => problems);
}

function wordsOf({ code, message }: Problem): string {
  return `${code}  ${message}`;
}
