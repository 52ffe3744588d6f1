import type { ContractsCall } from "./contracts/call.ts";
import type { Command, ExitCode } from "./command.ts";
import { bundleContracts } from "./contracts/bundle.ts";
import { lintAll } from "./contracts/lint.ts";
import { listContracts } from "./contracts/list.ts";
import { showContract } from "./contracts/show.ts";
import { endedBySignals } from "./interruptible.ts";
import { loadSelected } from "./load-selected.ts";
import { parse, usage } from "./parse.ts";

const help = `Usage: concord contracts list [PATH ...]
       concord contracts show API [OPERATION]
       concord contracts lint [PATH ...]
       concord contracts bundle --out DIR [PATH ...]

list    shows each API: how many operations it has, stated by the specification and assumed, how
        many bodies, which statuses, what is deprecated
show    shows the operations of an API, or all of one operation: its parameters and bodies, field
        by field, each with the section that states it, or as assumed
lint    shows what is wrong with the documents: what a validator says, references that lead
        nowhere, examples that do not fit; where they carry markers also parts that none covers,
        bodies without an example and more (--rules lists these). Exit code 1 where there is any
bundle  writes each contract as one file that refers to no other: API.json, or API.graphql

PATH is an OpenAPI 3.0 or 3.1 document, a GraphQL schema or a folder of them; the platform's own
contracts if not said. OPERATION is an operationId or "METHOD /path/{template}".

Options:
  --contracts PATH      the same as PATH; may be given several times
  --overlay FILE        apply an OpenAPI Overlay 1.0 first; may be given several times
  --out DIR             where bundle writes (made if it does not exist)
  --rules               list the rules of lint
  --format FORMAT       text (default) or json
  --help                show this text

Examples:
  concord contracts list
  concord contracts show entity
  concord contracts show entity putSchema
  concord contracts lint --format json
  concord contracts bundle --out bundled
`;

interface Subcommand {
  /** How many names it takes in place of paths. */
  readonly names: readonly [number, number];
  readonly run: (call: ContractsCall) => ExitCode | Promise<ExitCode>;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: { names: [0, 0], run: listContracts },
  show: { names: [1, 2], run: showContract },
  lint: { names: [0, 0], run: lintAll },
  bundle: { names: [0, 0], run: bundleContracts },
};

/** `concord contracts`: the contracts themselves. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      "contracts",
      argv,
      {
        contracts: { type: "string", multiple: true, default: [] },
        overlay: { type: "string", multiple: true, default: [] },
        out: { type: "string" },
        rules: { type: "boolean", default: false },
        format: { type: "string", default: "text" },
      },
      { positionals: [1, Number.POSITIVE_INFINITY] },
    );
    const [name = "", ...rest] = positionals;
    const subcommand = Object.hasOwn(subcommands, name) ? (subcommands[name] as Subcommand) : undefined;
    if (!subcommand) throw usage("contracts", `"${name}" is none of ${Object.keys(subcommands).join(", ")}`);
    if (values.format !== "text" && values.format !== "json")
      throw usage("contracts", `--format is text or json, not "${values.format}"`);
    const [least, most] = subcommand.names;
    if (most > 0 && (rest.length < least || rest.length > most))
      throw usage("contracts", `${name} takes an API, and may be an operation of it`);
    const paths = [...values.contracts, ...(most > 0 ? [] : rest)];
    const call: ContractsCall = {
      contracts: await loadSelected({ contracts: paths, overlay: values.overlay }, io),
      names: most > 0 ? rest : [],
      json: values.format === "json",
      out: values.out,
      rules: values.rules,
      io,
    };
    // What writes files is ended between them.
    if (name === "bundle") return subcommand.run(call);
    return endedBySignals(`${name} the contracts`, () => subcommand.run(call), io);
  },
};
