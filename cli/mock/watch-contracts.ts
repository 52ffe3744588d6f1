import { relative, resolve } from "node:path";
import { type Contract, type Problem, watchedBy } from "../../contracts/index.ts";
import type { Mock } from "../../mock/index.ts";
import { counted } from "../counted.ts";
import type { Io } from "../command.ts";
import { errorText } from "../error-text.ts";
import { type Selection, loadSelected } from "../arguments/load-selected.ts";
import { writeProblems } from "../arguments/problem-lines.ts";
import { watchFiles } from "./watch.ts";

/**
 * Reloads contracts when their files change. If a document cannot be loaded or has a new problem, the mock keeps its
 * previous version.
 */
export function watchContracts(mock: Mock, first: readonly Contract[], selection: Selection, io: Io): () => void {
  let served = first;
  /** Latest loaded versions, served or not. Files that only these refer to are watched, too. */
  let latest = first;
  return watchFiles({
    watched() {
      const { files, folders } = watchedBy([...served, ...latest], selection.contracts ?? []);
      return { files: [...files, ...(selection.overlay ?? []).map((file) => resolve(file))], folders };
    },
    async changed() {
      try {
        latest = await loadSelected(selection, io, { reportsProblems: true });
        const kept = latest.flatMap((contract) => previousVersion(contract) ?? []);
        const next = latest.map((contract) => previousVersion(contract) ?? contract);
        mock.reload(next);
        const newProblems = latest.flatMap(findNewProblems);
        served = next;
        io.err(`Reloaded: ${counted(mock.platform.routes.length, "operation")}\n`);
        for (const line of writeProblems(newProblems)) io.err(`${line}\n`);
        for (const { file } of kept) io.err(`The mock keeps the previous version of ${relative("", file)}\n`);
      } catch (error) {
        // A setting that these contracts do not allow, such as a fault for a removed operation.
        const reason = error instanceof RangeError ? `${error.message}\n` : errorText(error, io);
        io.err(`${reason}The mock keeps its previous contracts\n`);
      }
    },
    failed: (reason) => io.err(`${reason}\n`),
  });

  /** Served contract of the same document, if the new version has new problems. */
  function previousVersion(contract: Contract): Contract | undefined {
    if (findNewProblems(contract).length === 0) return undefined;
    return findServed(contract);
  }

  function findNewProblems(contract: Contract): readonly Problem[] {
    const known = new Set(findServed(contract)?.problems.map(problemText));
    return contract.problems.filter((problem) => !known.has(problemText(problem)));
  }

  function findServed({ file }: Contract): Contract | undefined {
    return served.find((contract) => contract.file === file);
  }
}

function problemText({ code, message }: Problem): string {
  return `${code}  ${message}`;
}
