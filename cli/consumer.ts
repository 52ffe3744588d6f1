import { relative } from "node:path";
import {
  type Conditions,
  type ConsumerReport,
  consumerJudgement,
  fileReports,
  renderConsole,
  renderMatrix,
  runConsumer,
  strictly,
  withoutColours,
} from "../conformance/index.ts";
import { theNearest } from "../contracts/index.ts";
import { type ConsumerProfile, type MockProfile, fixtureNames, consumerProfiles } from "../mock/index.ts";
import { mockProfileFor } from "../profiles/mock-profile-for.ts";
import { platformMock } from "../profiles/platform/mock.ts";
import { loadConfig } from "../api/config/index.ts";
import type { Command, ExitCode } from "./command.ts";
import { profileOption } from "./compat/profile.ts";
import { profileOf, conformanceProfileHelp } from "./conform/profile.ts";
import { variables } from "./consumer/environment.ts";
import { createTheatre } from "./consumer/mock-per-run.ts";
import { loadSelected } from "./load-selected.ts";
import { profileNameOf } from "./profile-name.ts";
import { parse, usage, wholeNumber } from "./parse.ts";
import { createProgressBar } from "./progress.ts";
import { reportFilesOf, reportLineOf } from "./files/report-files.ts";

const [baseline, ...others] = consumerProfiles;

const help = `Usage: concord consumer [options] -- COMMAND [ARGUMENTS]

Runs a consumer's own tests against the mock platform: once without faults, and once under every
fault, each time with a mock of its own. A consumer that does not survive what §9 obliges it to
(unknown enum values, unknown fields) fails; other faults only warn. A fault that affected nothing
is skipped. Exit code 0: no failures, 1: failures, 2: could not run, or the command fails without
faults already.

Options:
  --fault NAMES         only these faults, separated by commas; the run without faults always comes
                        first, and "none" is that run alone; may be given several times
  --strict              count warnings as failures, and obligatory faults that affected nothing
  --fixtures FIXTURES   what the organization begins with: ${fixtureNames().join(", ")}, or a JSON
                        file; may be given several times
  --contracts PATH      serve these documents instead of the platform's: a file or a folder;
                        may be given several times
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them first; may be given several times
${conformanceProfileHelp}  --config FILE         settings of the mock (default: concord.config.ts, as concord mock finds it)
  --seed TEXT           ids, keys and made-up values derive from it (default "concord")
  --timeout SECONDS     how long one run may take (default 600)
${reportLineOf(fileReports)}
  --help                show this text

Faults:
${others.map(faultLine).join("\n")}

The command is run without a shell, and its environment has:
${variables.map(([name, meaning]) => `  ${name.padEnd(24)}  ${meaning}`).join("\n")}

Examples:
  concord consumer -- npm test
  concord consumer --fault unknown-enum,unknown-field --fixtures small -- npx vitest run
  concord consumer --report junit:faults.xml -- node --test
`;

/** Line of the help about a fault, with the clause of the bundled platform. */
function faultLine({ name, about, isObliged }: ConsumerProfile): string {
  const section = platformMock.faultClauses?.[name];
  const standing = section === undefined ? "" : `${isObliged ? "obliged by " : ""}§${section}: `;
  return `  ${name.padEnd(20)}  ${standing}${about}`;
}

/** `concord consumer`: runs a consumer's own tests under every fault. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      "consumer",
      argv,
      {
        fault: { type: "string", multiple: true },
        strict: { type: "boolean", default: false },
        fixtures: { type: "string", multiple: true },
        contracts: { type: "string", multiple: true },
        overlay: { type: "string", multiple: true },
        ...profileOption,
        config: { type: "string" },
        seed: { type: "string" },
        timeout: { type: "string", default: "600" },
        report: { type: "string", multiple: true, default: [] },
      },
      { positionals: [0, Infinity] },
    );
    const [program, ...rest] = positionals;
    if (program === undefined) throw usage("consumer", "the command is missing, such as -- npm test");
    const faults = values.fault ? profilesOf(values.fault) : others;
    const reports = reportFilesOf("consumer", values.report, fileReports);
    const timeoutMs = wholeNumber("consumer", "timeout", values.timeout, 1) * 1000;
    const { file, mock: config = {} } = await loadConfig(values.config);
    if (file !== undefined) io.err(`Settings are those of ${relative("", file)}\n`);
    const { contracts: paths, overlays = [], faults: own = [], ...settings } = config;
    if (own.length > 0) io.err("Their faults are left out: each run has its own\n");
    const contracts = await loadSelected(
      { contracts: values.contracts ?? paths, overlay: values.overlay ?? overlays },
      io,
    );
    const profile = profileOf("consumer", values.profile, contracts);
    const mockProfile = mockProfileFor(profileNameOf("consumer", values.profile) ?? settings.profile, contracts);
    const seed = values.seed ?? config.seed ?? "concord";
    const theatre = createTheatre(
      { ...settings, contracts, seed, profile: mockProfile, ...(values.fixtures && { fixtures: values.fixtures }) },
      io.env,
    );
    const bar = createProgressBar(io);
    const told = await runConsumer({
      command: [program, ...rest],
      baseline,
      faults: faults.map((each) => citing(each, mockProfile)),
      theatre,
      env: io.env,
      seed,
      timeoutMs,
      signal: io.signal,
      onProgress: ({ done, all, fault }) => bar.show(done, all, `runs  ${fault}`),
    }).finally(bar.clear);
    const coloured = values.strict ? strictly(told) : told;
    const report = withoutColours(coloured);
    const judgement = consumerJudgement(report, profile);
    const shown = io.colours ? consumerJudgement(coloured, profile) : judgement;
    io.out(
      `${renderMatrix(report, { colours: io.colours, profile })}\n${renderConsole(shown, { colours: io.colours })}`,
    );
    for (const each of reports) await each.write(each.render({ report, judgement }));
    return exitCodeOf(report);
  },
};

/** A run with the clause of the provider's specification about its faults. */
function citing(run: ConsumerProfile, { faultClauses }: MockProfile): Conditions {
  const section = faultClauses?.[run.name];
  return { ...run, ...(section !== undefined && { section }) };
}

function profilesOf(texts: readonly string[]): readonly ConsumerProfile[] {
  const names = texts.flatMap((text) => text.split(","));
  for (const name of names)
    if (!consumerProfiles.some((profile) => profile.name === name)) {
      const near = theNearest(
        name,
        consumerProfiles.map((profile) => profile.name),
        (word) => word,
      );
      throw usage("consumer", `there is no fault "${name}"${near}`);
    }
  return others.filter(({ name }) => names.includes(name));
}

function exitCodeOf({ runs: [first, ...runs], interrupted }: ConsumerReport): ExitCode {
  if (first?.outcome !== "passed") return 2;
  if (runs.some(({ outcome }) => outcome === "failed")) return 1;
  return interrupted ? 2 : 0;
}
