import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScoredMutant, countOf, meanRequests, rowsByKind, rowsByServer } from "../mutants/report.ts";
import { type Page, code, page, table } from "./markdown.ts";

/** Share of small mistakes in handlers that conformance finds, as last measured. */
export function mutantsPage(): Page {
  const file = join(import.meta.dirname, "../mutants/results.json");
  const all = JSON.parse(readFileSync(file, "utf8")) as readonly ScoredMutant[];
  const [equivalent, broken] = [countOf(all, "equivalent"), countOf(all, "broken")];
  return page("reference/mutants.md", "Mutants", [
    "How many small mistakes in the handlers of a server conformance finds: a statement or a guard that is dropped, a condition that is negated, a boundary off by one, another status, two fields swapped. Each mutant has one mistake. It is found if a run in sandbox mode has a finding that the server itself does not have with any of three seeds.",
    `The servers of other authors are those of [Found by Concord](./found.md). The example providers have documents and handlers of the authors of Concord. The sample is drawn by a seed, each kind of mistake in turn. ${code("npm run mutants")} repeats the measurement, and lists what was not found.`,
    tableOf(rowsByServer(all)),
    tableOf(rowsByKind(all)),
    `${meanRequests(all)} requests a run. "Not reached" is code that no request of the run executes. Left out are ${equivalent} mutants that an engineer read and that no request can tell from the original by what the document says, such as another text of an error (${code("tools/mutants/equivalent.yaml")}), and ${broken} with which the server does not start.`,
    "A mutant whose only effect is one that the server has anyway, such as a status 500, is hidden by the findings of the server and counts as not found.",
  ]);

  function tableOf([head = [], ...rows]: readonly (readonly (string | number)[])[]): string {
    return table(
      head.map(String),
      rows.map((row) => row.map(String)),
    );
  }
}
