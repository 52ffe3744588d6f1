import { fileReports, providerStates } from "../conformance/index.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { conformanceProfileHelp } from "./conform/profile.ts";
import { checkCommand } from "./pact/check.ts";
import { verifyCommand } from "./pact/verify.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { usage } from "./parse.ts";
import { reportLineOf } from "./files/report-files.ts";

const help = `Usage: concord pact check FILE|DIR... [options]
       concord pact verify FILE|DIR... --target mock|URL [options]

check   holds each interaction of some pacts against the contracts, and sends nothing: what the
        consumer sends must be allowed, what it expects must be promised, and messages must be
        what webhooks are sent. It says what rests on assumed ground, and what to change
verify  holds the mock, or a live deployment, to the pacts with Pact's own verifier: against a
        mock, each interaction in an organization of its own, in the states that it names. On a
        live deployment, what needs a state, a 429 or a delivery is skipped, and what changes
        something, too, unless --mode sandbox. What is pending and does not hold is a warning

A pact is a JSON file of the Pact specification's versions 1 to 4; of a folder, all that are right
in it. The provider's name in it chooses the API, where it is the name or the title of one. Exit
code 0: all holds, 1: something does not, 2: could not run, or all was skipped. check needs the
package @pactflow/openapi-pact-comparator, verify the package @pact-foundation/pact.

Options:
  --contracts PATH      hold them against these documents instead of the platform's: a file or a
                        folder; may be given several times
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them first; may be given several times
${conformanceProfileHelp}${reportLineOf(fileReports)}
  --help                show this text

Options of verify:
  --target mock|URL     mock: one that is started for this run, with those contracts; else the
                        address of a provider, whose token is in the variable CONCORD_TOKEN (and
                        that of a mock's control API in CONCORD_CONTROL_TOKEN)
  --mode MODE           read-only: what changes nothing (default); sandbox: everything
  --verbose             show what Pact says while it works, on standard error

States that a pact can name (words in braces are yours). What they answer, such as an id, is there
for generators of the pact (ProviderState, "${"$"}{id}"):
${[...providerStates, ...(platformConformance.states ?? [])].map(({ form, about, params }) => `  ${form}\n      ${about}${params === undefined ? "" : `\n      parameters: ${params}`}`).join("\n")}

Examples:
  concord pact check fixtures/consumers/careful/pacts
  concord pact verify fixtures/consumers/careful/pacts --target mock
`;

const subcommands: Readonly<Record<string, (argv: readonly string[], io: Io) => Promise<ExitCode>>> = {
  check: checkCommand,
  verify: verifyCommand,
};

/** `concord pact`: what consumers expect, held against the contracts and against a provider. */
export const command: Command = {
  help,
  run([name = "", ...rest], io) {
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (!subcommand) throw usage("pact", `"${name}" is none of ${Object.keys(subcommands).join(", ")}`);
    return subcommand(rest, io);
  },
};
