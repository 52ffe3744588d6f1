import { type CompatReport, checkCompat, judgeInTime, printableText } from "../compat/index.ts";
import { splitInputs } from "../contracts/index.ts";
import type { Command, Entry, ExitCode, Io } from "./command.ts";
import { createOutput, outputOptions } from "./compat/output.ts";
import { dateOptions, judgingOptions, policyHelp, readPolicyOptions } from "./compat/policy-options.ts";
import { chosenProfile, policyChoiceOptions } from "./compat/profile.ts";
import { interruptible } from "./interruptible.ts";
import { inheritedDateLines, inputOptions, inputsHelp, loadBoth } from "./arguments/load-both.ts";
import { describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv } from "./arguments/parse.ts";

const ownOptions = { ...outputOptions, ...inputOptions };

const help = `Compares two versions of a contract and judges every change by a compatibility policy.

Usage: concord compat BASE REVISION [options]
       concord compat policy [options]
       concord compat status CONTRACT... [options]
       concord compat ledger --from-tags [PATTERN] PATH [options]
       concord compat ledger --update PATH [options]
       concord compat convert-oasdiff FILE... [options]

BASE is the published version, REVISION the proposed one. policy lists the open questions of the
policy, status the deprecated parts, ledger records dates of publication, and convert-oasdiff converts
files of oasdiff. Each has its own --help.

${inputsHelp}
A change is breaking (a consumer faithful to the base can stop working), dangerous (the documents
cannot tell) or non-breaking. A breaking change fails the check, unless a waiver covers it:
compat/waivers.yaml is a list of { change: ID, reason, by, expires: YYYY-MM-DD, note }. Stale and
unused waivers are faults. Changes of assumed parts are listed, but do not fail.

A profile may define a notice period and a support period. Then a breaking change is allowed if
the base announced it: the part, or one that contains it, has been deprecated for the notice period
(x-deprecated: { date }), and its x-sunset has come. An operation can only be removed after the
support period since its publication (x-published); no waiver shortens it. Moving a date into the
past is a fault. The profile platform has 12 months of notice and 24 of support, and accepts waivers
for security or regulation. The profile default has no periods. With the profile semver, a breaking
change needs a higher major version of info.version instead.

Options:
${describeOptions({ ...ownOptions, ...helpOption })}

${policyHelp}

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --only breaking --report html:compat.html --report sarif:compat.sarif
  concord compat contracts/apis contracts/apis --fail-on any

Exit codes: 0 passed, 1 a breaking change or a fault (see --fail-on), 2 could not run.
`;

const subcommands: readonly Entry[] = [
  {
    name: "policy",
    summary: "questions that a policy leaves open, and their answers",
    load: () => import("./compat/policy.ts"),
  },
  {
    name: "status",
    summary: "deprecated parts, and the time until their removal",
    load: () => import("./compat/status.ts"),
  },
  {
    name: "ledger",
    summary: "record dates of publication and deprecation",
    load: () => import("./compat/ledger.ts"),
  },
  {
    name: "convert-oasdiff",
    summary: "files of oasdiff to a policy and waivers",
    load: () => import("./compat/convert-oasdiff.ts"),
  },
];

/** `concord compat`: compares two versions of a contract. */
export const command: Command = {
  help,
  subcommands,
  run: (argv, io) => runCompat(argv, io, new Date()),
};

/** The command, with the current time as an argument. */
export async function runCompat(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const subcommand = subcommands.find(({ name }) => name === argv[0]);
  if (subcommand) return (await subcommand.load()).command.run(argv.slice(1), io);
  const options = { ...ownOptions, ...policyChoiceOptions, ...judgingOptions, ...dateOptions };
  const { values, positionals } = parseArgv("compat", argv, options, "BASE REVISION");
  const output = createOutput(values, positionals.flatMap(splitInputs), io);
  const [base, revision] = positionals as [string, string];
  const { both, notRead } = await loadBoth(positionals, values, io);
  const profile = await chosenProfile("compat", values, { contracts: both.flat(), io });
  const time = await readPolicyOptions(values, { base, revision, now, profile, io });
  const inherited = await interruptible("compare the contracts", () => inheritedDateLines(...both, time), io);
  for (const line of inherited) io.err(`${printableText(line)}\n`);
  const compareInputs = (): CompatReport =>
    judgeInTime(checkCompat(...both, { ...time.settings, profile, notRead }), both, time);
  return output(await interruptible("compare the contracts", compareInputs, io));
}
