import { relative } from "node:path";
import {
  type RunConditions,
  type ConsumerReport,
  consumerJudgement,
  chooseEnumPolicy,
  fileReports,
  renderConsole,
  renderMatrix,
  runConsumer,
  failOnWarnings,
  withoutColours,
} from "../conformance/index.ts";
import { nearestHint } from "../contracts/index.ts";
import {
  type ConsumerProfile,
  type MockProfile,
  fixtureNames,
  consumerProfiles,
  underEnumPolicy,
} from "../mock/index.ts";
import { mockProfileFor } from "../profiles/mock-profile-for.ts";
import { loadConfig } from "../api/config/index.ts";
import type { Command, ExitCode } from "./command.ts";
import { conformanceProfileFor } from "../profiles/conformance-profile-for.ts";
import { conformanceProfileOption } from "./conform/profile.ts";
import { variables } from "./consumer/environment.ts";
import { createMockPerRun } from "./consumer/mock-per-run.ts";
import { contractOptions, loadSelected } from "./arguments/load-selected.ts";
import { type Options, describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { whole } from "./arguments/readers.ts";
import { createProgressBar } from "./progress.ts";
import { openReportFiles, reportOption } from "./files/report-files.ts";

const [baseline, ...others] = consumerProfiles;

const options = {
  fault: {
    form: "NAMES",
    multiple: true,
    help: 'only these faults, separated by commas; "none" is the run without faults, which always comes first',
  },
  strict: { help: "count warnings as failures, and obligatory faults that affected nothing, too" },
  fixtures: {
    form: "FIXTURES",
    multiple: true,
    help: `initial state of the organization: ${fixtureNames().join(", ")}, or a JSON file`,
  },
  ...contractOptions,
  ...conformanceProfileOption,
  config: { form: "FILE", help: "settings of the mock (default: concord.config.ts, as concord mock finds it)" },
  seed: { form: "TEXT", help: "seed of ids, keys and generated values (default: concord)" },
  timeout: { form: "SECONDS", default: "600", read: whole(1), help: "maximum duration of one run" },
  ...reportOption(fileReports),
} as const satisfies Options;

const help = `Runs a consumer's own tests against the mock, once without faults and once under every fault.

Usage: concord consumer [options] -- COMMAND [ARGUMENTS]

Each run has a new mock. A consumer must survive the obligatory faults (unknown fields, and unknown
enum values where the profile has open enums), otherwise the command fails; other faults only warn.
A fault that affected nothing is skipped.

Options:
${describeOptions({ ...options, ...helpOption })}

Faults:
${others.map(faultLine).join("\n")}

The command runs without a shell, with these variables in its environment:
${variables.map(([name, meaning]) => `  ${name.padEnd(24)}  ${meaning}`).join("\n")}
With the profile platform, each of them also has a name that begins with PLATFORM_.

Examples:
  concord consumer -- npm test
  concord consumer --fault unknown-enum,unknown-field --fixtures small -- npx vitest run
  concord consumer --report junit:faults.xml -- node --test

Exit codes: 0 no failures, 1 failures, 2 could not run, or the tests fail without faults.
`;

/** Line of the help about a fault. */
function faultLine({ name, about, isObliged }: ConsumerProfile): string {
  return `  ${name.padEnd(20)}  ${isObliged ? "obligatory: " : ""}${about}`;
}

/** `concord consumer`: runs a consumer's own tests under every fault. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv("consumer", argv, options, "[COMMAND...]");
    const [program, ...rest] = positionals;
    if (program === undefined) throw createUsageError("consumer", "the command is missing, such as -- npm test");
    const faults = values.fault ? readConsumerProfiles(values.fault) : others;
    const reports = openReportFiles("consumer", values.report, fileReports);
    const { file, mock: config = {} } = await loadConfig(values.config);
    if (file !== undefined) io.err(`Using the settings of ${relative("", file)}\n`);
    const { contracts: paths, overlays = [], faults: configuredFaults = [], ...settings } = config;
    if (configuredFaults.length > 0) io.err("The faults of the settings are ignored: each run has its own\n");
    const contracts = await loadSelected(
      { ...values, contracts: values.contracts ?? paths, overlay: values.overlay ?? overlays },
      io,
    );
    const profile = conformanceProfileFor(values.profile, contracts);
    const mockProfile = mockProfileFor(values.profile ?? settings.profile, contracts);
    const seed = values.seed ?? config.seed ?? "concord";
    const mockPerRun = createMockPerRun(
      { ...settings, contracts, seed, profile: mockProfile, ...(values.fixtures && { fixtures: values.fixtures }) },
      io.env,
    );
    const bar = createProgressBar(io);
    const result = await runConsumer({
      command: [program, ...rest],
      baseline,
      faults: faults.map((each) => withClause(underEnumPolicy(each, chooseEnumPolicy(profile)), mockProfile)),
      mockFactory: mockPerRun,
      env: io.env,
      seed,
      timeoutMs: values.timeout * 1000,
      signal: io.signal,
      onProgress: ({ done, all, fault }) => bar.show(done, all, `runs  ${fault}`),
    }).finally(bar.clear);
    const coloured = values.strict ? failOnWarnings(result) : result;
    const report = withoutColours(coloured);
    const judgement = consumerJudgement(report, profile);
    const shown = io.colours ? consumerJudgement(coloured, profile) : judgement;
    io.out(
      `${renderMatrix(report, { colours: io.colours, profile })}\n${renderConsole(shown, { colours: io.colours })}`,
      "styled",
    );
    for (const each of reports) await each.write(each.render({ report, judgement }));
    return chooseConsumerExit(report);
  },
};

/** A run with the clause of the provider's specification about its faults. */
function withClause(run: ConsumerProfile, { faultClauses }: MockProfile): RunConditions {
  const section = faultClauses?.[run.name];
  return { ...run, ...(section !== undefined && { section }) };
}

function readConsumerProfiles(texts: readonly string[]): readonly ConsumerProfile[] {
  const names = texts.flatMap((text) => text.split(","));
  for (const name of names)
    if (!consumerProfiles.some((profile) => profile.name === name)) {
      const near = nearestHint(
        name,
        consumerProfiles.map((profile) => profile.name),
        (word) => word,
      );
      throw createUsageError("consumer", `there is no fault "${name}"${near}`);
    }
  return others.filter(({ name }) => names.includes(name));
}

function chooseConsumerExit({ runs: [first, ...runs], interrupted }: ConsumerReport): ExitCode {
  if (first?.outcome !== "passed") return 2;
  if (runs.some(({ outcome }) => outcome === "failed")) return 1;
  return interrupted ? 2 : 0;
}
