import { providerStates } from "../conformance/index.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { checkCommand, pactOptions } from "./pact/check.ts";
import { verifyCommand, verifyOptions } from "./pact/verify.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { describeOptions, helpOption } from "./arguments/options.ts";
import { createSubcommandError } from "./arguments/parse.ts";

const help = `Checks consumers' pacts against the contracts, and verifies them against a provider.

Usage: concord pact check FILE|DIR... [options]
       concord pact verify FILE|DIR... --target mock|URL [options]

check   compares each interaction with the contracts and sends nothing: requests must be valid,
        expected responses must be documented, and messages must be webhook deliveries. It names
        expectations that depend on assumed parts, and what to change
verify  runs Pact's own verifier against the mock or a live deployment. On a mock, each interaction
        has its own organization, in the provider states that it names. On a live deployment,
        interactions that need a state, a 429 or a delivery are skipped, and without --mode sandbox
        also those that change something. A pending interaction that fails is a warning

FILE is a pact of version 1 to 4 of the Pact specification; of a folder, all pacts directly in it. If
the name of the provider is the name or title of an API, the pact is checked against that API. check
needs the package @pactflow/openapi-pact-comparator, verify the package @pact-foundation/pact.

Options:
${describeOptions({ ...pactOptions, ...helpOption })}

Options of verify:
${describeOptions(verifyOptions)}

Provider states (words in braces are placeholders). Generators of the pact (ProviderState,
"${"$"}{id}") can use the values that a state returns, such as an id:
${[...providerStates, ...(platformConformance.states ?? [])].map(({ form, about, params }) => `  ${form}\n      ${about}${params === undefined ? "" : `\n      parameters: ${params}`}`).join("\n")}

Examples:
  concord pact check fixtures/consumers/careful/pacts
  concord pact verify fixtures/consumers/careful/pacts --target mock

Exit codes: 0 all passed, 1 an interaction failed, 2 could not run, or all were skipped.
`;

const subcommands: Readonly<Record<string, (argv: readonly string[], io: Io) => Promise<ExitCode>>> = {
  check: checkCommand,
  verify: verifyCommand,
};

/** `concord pact`: checks pacts against contracts, and verifies them against a provider. */
export const command: Command = {
  help,
  run([name, ...rest], io) {
    const isKnown = name !== undefined && Object.hasOwn(subcommands, name);
    const subcommand = isKnown ? subcommands[name] : undefined;
    if (!subcommand) throw createSubcommandError("pact", Object.keys(subcommands), name);
    return subcommand(rest, io);
  },
};
