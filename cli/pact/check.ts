import { toCheckJudgement, checkPacts, fileReports, readPacts, renderConsole } from "../../conformance/index.ts";
import type { ExitCode, Io } from "../command.ts";
import { killedBySignals } from "../interruptible.ts";
import { contractOptions, loadSelected } from "../arguments/load-selected.ts";
import type { Options } from "../arguments/options.ts";
import { parseArgv } from "../arguments/parse.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { conformanceProfileOption } from "../conform/profile.ts";
import { knownNames } from "./known-names.ts";
import { warnIfAllSkipped } from "./all-skipped.ts";
import { openReportFiles, reportOption } from "../files/report-files.ts";

/** Options of both subcommands. */
export const pactOptions = {
  ...contractOptions,
  ...conformanceProfileOption,
  ...reportOption(fileReports),
} as const satisfies Options;

/** `concord pact check`: checks pacts against the contracts. */
export async function checkCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseArgv("pact", argv, pactOptions, "FILE...");
  const files = openReportFiles("pact", values.report, fileReports);
  const pacts = readPacts(positionals, (file) => io.err(`Skipped ${file}: it is not a pact\n`));
  const contracts = await loadSelected(values, io);
  const profile = conformanceProfileFor(values.profile, contracts);
  const report = await killedBySignals(
    "check the pacts",
    () => checkPacts(pacts, { ...knownNames, contracts, profile }),
    io,
  );
  const judgement = toCheckJudgement(report, profile);
  io.out(renderConsole(judgement, { colours: io.colours }), "styled");
  for (const file of files) await file.write(file.render({ report, judgement }));
  if (judgement.cases.some(({ outcome }) => outcome === "failed")) return 1;
  return warnIfAllSkipped(judgement, io) ? 2 : 0;
}
