import { parseArgs } from "node:util";
import type { Provider } from "../../../fixtures/providers/provider.ts";
import { providers } from "../providers.ts";

export const help = `Usage: node bugs.ts [options]

Tries conformance on the providers with planted bugs: none of them on, each alone, and all at
once. Exit code 0: no false findings, 1: some, 2: could not run.

Options:
  --provider NAME  only this one
  --runs N         requests for each property and operation (default 25)
  --seed N         the same seed sends the same requests (default 42)
  --serve NAME     only serve a provider, until Ctrl-C (token: org_acme)
  --bugs A,B       with these bugs
  --help           show this text

Providers: ${providers.map(({ name }) => name).join(", ")}
`;

/** Arguments of bugs.ts. */
interface Arguments {
  readonly isHelp: boolean;
  readonly chosen: readonly Provider[];
  readonly runs: number;
  readonly seed: number;
  /** Provider to serve without running conformance, and its bugs. */
  readonly served?: { readonly provider: Provider; readonly bugs: readonly string[] };
}

/** Parses arguments. Throws an Error that describes the first invalid one. */
export function argumentsOf(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      serve: { type: "string" },
      bugs: { type: "string" },
      provider: { type: "string" },
      runs: { type: "string", default: "25" },
      seed: { type: "string", default: "42" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.bugs !== undefined && values.serve === undefined) throw new Error("--bugs goes with --serve");
  return {
    isHelp: values.help,
    chosen: values.provider === undefined ? providers : [providerNamed(values.provider)],
    runs: numberOf("runs", values.runs),
    seed: numberOf("seed", values.seed),
    ...(values.serve !== undefined && { served: servedOf(providerNamed(values.serve), values.bugs) }),
  };
}

function servedOf(provider: Provider, list = "") {
  const bugs = list.split(",").filter((id) => id !== "");
  const known = Object.keys(provider.bugs);
  const odd = bugs.find((id) => !known.includes(id));
  if (odd === undefined) return { provider, bugs };
  throw new Error(`Cannot switch on "${odd}": the provider ${provider.name} has ${known.join(", ")}`);
}

function providerNamed(name: string): Provider {
  const provider = providers.find((one) => one.name === name);
  if (provider) return provider;
  throw new Error(`Cannot find the provider "${name}": there is ${providers.map((one) => one.name).join(", ")}`);
}

function numberOf(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a whole number, not "${text}"`);
}
