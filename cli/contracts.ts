import { statSync } from "node:fs";
import { relative } from "node:path";
import { loadConfig } from "../api/config/index.ts";
import type { Contract } from "../contracts/index.ts";
import type { ContractsCall } from "./contracts/contracts-call.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { bundleContracts } from "./contracts/bundle.ts";
import { listSkippedExamples } from "./contracts/examples.ts";
import { lintAll } from "./contracts/lint.ts";
import { listContracts } from "./contracts/list.ts";
import { showContract } from "./contracts/show.ts";
import { killedBySignals } from "./interruptible.ts";
import { type Selection, contractOptions, loadSelected, reportDefaultContracts } from "./arguments/load-selected.ts";
import { formatOption } from "./arguments/format-option.ts";
import { type Options, describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv, createSubcommandError, createUsageError } from "./arguments/parse.ts";

const options = {
  ...contractOptions,
  contracts: { form: "PATH", multiple: true, help: "the same as PATH" },
  out: { form: "DIR", help: "folder for bundle (created if it does not exist)" },
  rules: { help: "list the rules of lint" },
  ...formatOption,
} as const satisfies Options;

const help = `Lists, shows, lints and bundles contracts.

Usage: concord contracts list [PATH ...]
       concord contracts show API|DOCUMENT [OPERATION]
       concord contracts lint [PATH ...]
       concord contracts examples [PATH ...]
       concord contracts bundle --out DIR [PATH ...]

list    one line per API: its operations, how many of them are stated by the specification or
        assumed, its bodies, statuses and deprecated parts
show    the operations of an API and its resources: which operations create, read, list, change and
        delete its items, what identifies them and why, and what is uncertain, with the x-state that
        corrects it; or one operation with its parameters and bodies, field by field
lint    problems of the documents: violations of OpenAPI, unresolved references, examples that do not
        match their schema, and more (--rules lists them)
examples
        examples of the documents that do not become items of a mock: line, operation, cause and
        reason of each
bundle  writes each contract as one self-contained file: API.json, or API.graphql

PATH is an OpenAPI document, a GraphQL schema, a folder of them, a URL or git:REF:PATH (default: the
contracts of concord.config.ts, or those of the bundled platform). DOCUMENT is the same for a single API. OPERATION is an operationId
or "METHOD /path/{template}".

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord contracts list
  concord contracts show openapi.yaml
  concord contracts show openapi.yaml "GET /v1/orders"
  concord contracts lint --format json
  concord contracts bundle --out bundled

Exit codes: 0 done, 1 lint found problems or bundle could not read a part, 2 could not run.
`;

/** Subcommand of concord contracts. */
interface Subcommand {
  /** Minimum and maximum number of names. Commands without names have paths. */
  readonly names: readonly [number, number];
  readonly run: (call: ContractsCall) => ExitCode | Promise<ExitCode>;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: { names: [0, 0], run: listContracts },
  show: { names: [1, 2], run: showContract },
  lint: { names: [0, 0], run: lintAll },
  examples: { names: [0, 0], run: listSkippedExamples },
  bundle: { names: [0, 0], run: bundleContracts },
};

/** `concord contracts`: lists, shows, lints and bundles contracts. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv("contracts", argv, options, "[SUBCOMMAND] [PATH...]");
    const [name = "", ...rest] = positionals;
    const subcommand = Object.hasOwn(subcommands, name) ? (subcommands[name] as Subcommand) : undefined;
    if (!subcommand) throw createSubcommandError("contracts", Object.keys(subcommands), positionals[0]);
    const [least, most] = subcommand.names;
    if (most > 0 && (rest.length < least || rest.length > most))
      throw createUsageError("contracts", `${name} needs an API, and optionally one of its operations`);
    const documents = most === 0 ? rest : documentShown(rest, values.contracts);
    const named = [...(values.contracts ?? []), ...documents];
    const selection = {
      ...values,
      ...(named.length > 0 ? { contracts: named } : await configured(values, io)),
    };
    const contracts = await loadSelected(selection, io, { reportsProblems: name === "lint" });
    reportDefaultContracts(selection, contracts, io);
    const call: ContractsCall = {
      contracts,
      names: most > 0 ? namesShown(rest, documents, contracts) : [],
      json: values.format === "json",
      out: values.out,
      rules: values.rules,
      io,
    };
    // bundle writes files, so it can only be interrupted between two of them.
    if (name === "bundle") return subcommand.run(call);
    return killedBySignals(`${name} the contracts`, () => subcommand.run(call), io);
  },
};

/** Contracts and overlays that a mock without options serves: those of the configuration. */
async function configured({ overlay = [] }: Selection, io: Io): Promise<Pick<Selection, "contracts" | "overlay">> {
  const { file, mock: { contracts = [], overlays = [] } = {} } = await loadConfig();
  if (file === undefined || contracts.length === 0) return { overlay };
  io.err(`Using the contracts of ${relative("", file)}, because no PATH is given\n`);
  return { contracts, overlay: overlay.length > 0 ? overlay : overlays };
}

/** The document that `show` names in place of an API, without --contracts: a file that exists, or an address. */
function documentShown([name = ""]: readonly string[], contracts: readonly string[] | undefined): readonly string[] {
  if (contracts !== undefined) return [];
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  if (isFile || /^(?:https?|git):/.test(name)) return [name];
  return [];
}

/** Names of an API and an operation, with the API of a document in place of its path. */
function namesShown(
  names: readonly string[],
  documents: readonly string[],
  contracts: readonly Contract[],
): readonly string[] {
  const [only, ...others] = contracts;
  if (documents.length === 0 || !only || others.length > 0) return names;
  return [only.api, ...names.slice(1)];
}
