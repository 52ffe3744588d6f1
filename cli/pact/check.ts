import { checkJudgementOf, checkPacts, fileReports, readPacts, renderConsole } from "../../conformance/index.ts";
import type { ExitCode, Io } from "../command.ts";
import { endedBySignals } from "../interruptible.ts";
import { loadSelected } from "../load-selected.ts";
import { parse } from "../parse.ts";
import { profileOption } from "../compat/profile.ts";
import { profileOf } from "../conform/profile.ts";
import { known } from "./known.ts";
import { isNothingTried } from "./nothing-tried.ts";
import { reportFilesOf } from "../files/report-files.ts";

/** `concord pact check`: pacts held against the contracts. */
export async function checkCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parse(
    "pact",
    argv,
    {
      contracts: { type: "string", multiple: true },
      overlay: { type: "string", multiple: true, default: [] },
      ...profileOption,
      report: { type: "string", multiple: true, default: [] },
    },
    { positionals: [1, Number.POSITIVE_INFINITY] },
  );
  const files = reportFilesOf("pact", values.report, fileReports);
  const pacts = readPacts(positionals, (file) => io.err(`passed over ${file}, which is no pact\n`));
  const contracts = await loadSelected(values, io);
  const profile = profileOf("pact", values.profile, contracts);
  const report = await endedBySignals("check the pacts", () => checkPacts(pacts, { ...known, contracts, profile }), io);
  const judgement = checkJudgementOf(report, profile);
  io.out(renderConsole(judgement, { colours: io.colours }));
  for (const file of files) await file.write(file.render({ report, judgement }));
  if (judgement.cases.some(({ outcome }) => outcome === "failed")) return 1;
  return isNothingTried(judgement, io) ? 2 : 0;
}
