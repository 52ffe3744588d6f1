import { type CompatReport, checkCompat, judgeInTime, plain } from "../compat/index.ts";
import { inputsIn } from "../contracts/index.ts";
import type { Command, Entry, ExitCode, Io } from "./command.ts";
import { outputHelp, outputOf, outputOptions } from "./compat/output.ts";
import { policyOf, policyHelp, policyOptions } from "./compat/policy-options.ts";
import { configuredProfileFor, profileOption } from "./compat/profile.ts";
import { interruptible } from "./interruptible.ts";
import { inputOptions, inputOptionsHelp, inheritedLines, inputsHelp, loadBoth } from "./load-both.ts";
import { parse } from "./parse.ts";

const help = `Usage: concord compat BASE REVISION [options]
       concord compat policy [options]
       concord compat status CONTRACT... [options]
       concord compat ledger --from-tags [PATTERN] PATH [options]
       concord compat ledger --update PATH [options]

Compares two versions of a contract and judges every change by a compatibility policy, which
is a profile. BASE is what was published, REVISION what is proposed.

${inputsHelp}
Options:
${outputHelp}
${inputOptionsHelp}
  --help                show this text

${policyHelp}

A change is breaking (a consumer faithful to the base can stop working), dangerous (the
documents cannot tell) or non-breaking. A breaking change fails the check, unless a waiver
covers it: compat/waivers.yaml is a list of { change: ID, reason, by, expires: YYYY-MM-DD,
note }. Waivers that are stale or not used are faults.

A profile may have a period of notice and one of support. Then a breaking change fails
nothing where the base announced it: it, or what encloses it, was deprecated for at least the
notice (x-deprecated: { date }), and its x-sunset has come; an operation that goes was
published at least the time of support before (x-published), which no waiver shortens. Dates
that a revision puts back are faults. The profile platform has 12 months of notice and 24 of
support, and takes waivers for security or regulation; the profile default has no periods.

policy lists the questions that a policy leaves open, status what is deprecated, and ledger
remembers dates: --help of each tells more.

What rests on an assumed part is only listed.

Exit code: 0 nothing stands in the way, 1 a breaking change or a fault does (see --fail-on),
2 could not run.

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --only breaking --report html:compat.html --report sarif:compat.sarif
  concord compat contracts/apis contracts/apis --fail-on any
`;

const subcommands: readonly Entry[] = [
  {
    name: "policy",
    summary: "questions that a policy leaves open, and their answers",
    load: () => import("./compat/policy.ts"),
  },
  {
    name: "status",
    summary: "what is deprecated, and for how long it stays",
    load: () => import("./compat/status.ts"),
  },
  {
    name: "ledger",
    summary: "remember when what was published and deprecated",
    load: () => import("./compat/ledger.ts"),
  },
];

/** `concord compat`: what breaks between two versions of a contract. */
export const command: Command = {
  help,
  subcommands,
  run: (argv, io) => run(argv, io, new Date()),
};

/** The command with its clock as an argument. */
export async function run(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const subcommand = subcommands.find(({ name }) => name === argv[0]);
  if (subcommand) return (await subcommand.load()).command.run(argv.slice(1), io);
  const { values, positionals } = parse(
    "compat",
    argv,
    {
      ...outputOptions,
      ...inputOptions,
      ...policyOptions,
      ...profileOption,
    },
    { positionals: [2, 2] },
  );
  const output = outputOf(values, positionals.flatMap(inputsIn), io);
  const [base, revision] = positionals as [string, string];
  const { both, notRead } = await loadBoth(positionals, values, io);
  const profile = await configuredProfileFor("compat", values.profile, both.flat(), io);
  const time = await policyOf(values, { base, revision, now, profile, io });
  const inherited = await interruptible("compare the contracts", () => inheritedLines(...both, time), io);
  for (const line of inherited) io.err(`${plain(line)}\n`);
  const compare = (): CompatReport =>
    judgeInTime(checkCompat(...both, { ...time.settings, profile, notRead }), both, time);
  return output(await interruptible("compare the contracts", compare, io));
}
