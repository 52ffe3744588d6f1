import { relative, resolve } from "node:path";
import { type Contract, type Problem, watchedBy } from "../../contracts/index.ts";
import type { Mock } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { explain } from "../explain.ts";
import { type Selection, loadSelected } from "../load-selected.ts";
import { watchFiles } from "./watch.ts";

/**
 * Serves contracts anew when their files change. A document that cannot be used, or that has a problem
 * which it did not have before, leaves the mock with what it has of it.
 */
export function watchContracts(mock: Mock, first: readonly Contract[], selection: Selection, io: Io): () => void {
  let served = first;
  /** As they were read last, served or not: what they refer to may be what is to be mended. */
  let latest = first;
  return watchFiles({
    watched() {
      const { files, folders } = watchedBy([...served, ...latest], selection.contracts ?? []);
      return { files: [...files, ...selection.overlay.map((file) => resolve(file))], folders };
    },
    async changed() {
      try {
        latest = await loadSelected(selection, io);
        const kept = latest.flatMap((contract) => earlierOf(contract) ?? []);
        const next = latest.map((contract) => earlierOf(contract) ?? contract);
        mock.reload(next);
        const fresh = latest.flatMap(newProblemsOf);
        served = next;
        io.err(`Read again: ${mock.platform.routes.length} operations\n`);
        for (const problem of fresh) io.err(`${problem.at.file}:${problem.at.line}  ${wordsOf(problem)}\n`);
        for (const { file } of kept) io.err(`The mock goes on with what it has of ${relative("", file)}\n`);
      } catch (error) {
        // An option that these contracts do not allow, such as a fault for an operation that was removed.
        const reason = error instanceof RangeError ? `${error.message}\n` : explain(error, io);
        io.err(`${reason}The mock goes on with the contracts that it has\n`);
      }
    },
    failed: (reason) => io.err(`${reason}\n`),
  });

  /** The contract that is served of the same document, where that has become worse. */
  function earlierOf(contract: Contract): Contract | undefined {
    return newProblemsOf(contract).length === 0 ? undefined : servedOf(contract);
  }

  function newProblemsOf(contract: Contract): readonly Problem[] {
    const known = new Set(servedOf(contract)?.problems.map(wordsOf));
    return contract.problems.filter((problem) => !known.has(wordsOf(problem)));
  }

  function servedOf({ file }: Contract): Contract | undefined {
    return served.find((contract) => contract.file === file);
  }
}

function wordsOf({ code, message }: Problem): string {
  return `${code}  ${message}`;
}
