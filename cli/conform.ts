import {
  type ConformOptions,
  checks,
  conform,
  operationChecks,
  conformReports,
  createArchive,
  responseInTime,
  judgementOf,
  phases,
  propertiesWith,
} from "../conformance/index.ts";
import { findDocuments, omitUndefined } from "../contracts/index.ts";
import type { Command, Io } from "./command.ts";
import { configuredConformanceProfile, conformanceProfileOption } from "./conform/profile.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { checkDefaultContracts } from "./conform/check-default-contracts.ts";
import { openBaseline, baselineOptions } from "./conform/baseline.ts";
import { formatOption, printReport } from "./conform/print-report.ts";
import { chooseExitCode } from "./conform/exit-code.ts";
import { readLiveOptions, liveOptions } from "./conform/live.ts";
import { readDocumentHeaders } from "./arguments/document-headers.ts";
import { contractOptions, loadSelected, reportDefaultContracts } from "./arguments/load-selected.ts";
import { configuredConformance } from "./arguments/configured-conformance.ts";
import { type Optional, type Options, describeOptions, helpOption, settingsOf } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { oneOf, port, reader, whole } from "./arguments/readers.ts";
import { createProgressBar } from "./progress.ts";
import { openReportFiles, reportOption } from "./files/report-files.ts";
import { tokenOptions, readTokens } from "./arguments/tokens.ts";
import { credentialOptions, readCredentials } from "./arguments/credentials.ts";
import { counted } from "./counted.ts";

const targetOptions = {
  target: { form: "URL", help: "the same as URL" },
  ...liveOptions,
  ...tokenOptions,
  ...credentialOptions,
} as const satisfies Options;

const documentOptions = {
  ...contractOptions,
  contracts: {
    form: "PATH",
    multiple: true,
    help: "OpenAPI document or GraphQL schema: a file, a folder, a URL or git:REF:PATH (default: the document that the target publishes at /openapi.json, /swagger.json, /v3/api-docs or another usual path; the contracts of the bundled platform with --profile platform, and for a mock of it). Without any, and if the target has none of their paths, the run ends with 2",
  },
  ...conformanceProfileOption,
  "include-assumed": {
    key: "includeAssumed",
    help: "also test assumed parts, which the specification does not contain",
  },
} as const satisfies Options;

const selectionOptions = {
  mode: {
    form: "MODE",
    key: "mode",
    read: oneOf("read-only", "sandbox"),
    help: "read-only: only operations that change nothing (default); sandbox: all operations (default for a Concord mock)",
  },
  operation: {
    form: "NAME",
    key: "operation",
    multiple: true,
    help: 'only this API, operationId or "METHOD /path/{template}"',
  },
  exclude: {
    form: "NAME",
    multiple: true,
    help: 'leave out operations: an API, operationId, "METHOD /path/{template}", or a path with * and **, such as "/admin/**". No request is sent to them',
  },
  api: { form: "API", key: "apis", multiple: true, help: "only this API" },
  phase: { form: "PHASE", key: "phases", multiple: true, help: "only this phase" },
  property: { form: "ID", key: "property", help: "only this property" },
  check: {
    form: "ID",
    key: "check",
    help: "only findings of this check or property (and operations that refused all credentials)",
  },
} as const satisfies Options;

const runOptions = {
  seed: {
    form: "N",
    key: "seed",
    read: whole(),
    help: "the same seed sends the same requests (default: a new one)",
  },
  runs: {
    form: "N",
    key: "runs",
    default: "25",
    read: whole(1),
    help: "most requests for each property and operation",
  },
  "max-requests": {
    form: "N",
    key: "maxRequests",
    read: whole(1),
    help: "maximum number of requests, those for cleaning up included",
  },
  time: { form: "SECONDS", key: "maxSeconds", read: whole(1), help: "maximum duration" },
  "max-response-time": {
    form: "MS",
    key: "maxResponseMs",
    read: whole(1),
    help: "report responses that repeatedly take longer than this",
  },
  "min-tested": {
    form: "PERCENT",
    key: "minTested",
    read: whole(1, 100),
    help: "fail if fewer of the selected operations had a successful valid request (operations that the mode excludes are counted)",
  },
  burst: {
    help: "send bursts of up to 300 requests to operations that may respond with 429 (always done for a Concord mock)",
  },
  "receiver-port": {
    form: "N",
    read: port,
    help: "in sandbox mode, receive webhook deliveries on this port and check them (0 uses any free port)",
  },
  "receiver-url": {
    form: "URL",
    read: reader("an http or https URL", (text) => {
      if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
      return undefined;
    }),
    help: "URL at which the target reaches that port (default: on this machine)",
  },
  "receiver-wait": { form: "N", read: whole(1), help: "seconds to wait for a delivery (default: 15)" },
  path: {
    form: "PATH",
    key: "path",
    read: reader("a path from a failure, such as 0:12:1", (text) => (/^\d+(:\d+)+$/.test(text) ? text : undefined)),
    help: "start with this counterexample (as a failure prints it)",
  },
} as const satisfies Options;

const outputOptions = {
  ...reportOption(
    conformReports,
    " (overlay: OpenAPI Overlays that add what was observed beyond the contract; with several APIs one file each, FILE.API.json. har: the exchanges as an HTTP Archive; of more than 5000, those that show a finding, and the first of each operation and status)",
  ),
  ...baselineOptions,
  ...formatOption,
} as const satisfies Options;

/** Options that become settings of the run as they are. */
const settingOptions = { ...documentOptions, ...selectionOptions, ...runOptions };

const options = { ...targetOptions, ...settingOptions, ...outputOptions };

const help = `Tests a provider against its contracts.

Usage: concord conform URL [options]
       concord conform merge FILE... [options]

Generates valid and invalid requests for each operation, sends them, and judges every response. A
failure is shrunk to the smallest request that shows it, and printed with a curl command and the
command that replays it. Operations without a successful valid request are listed with the reason.

Target:
  URL                   base URL of the provider
${describeOptions(targetOptions)}

Contracts:
${describeOptions(documentOptions)}

Selection:
${describeOptions(selectionOptions)}

Run:
${describeOptions(runOptions)}

Output:
${describeOptions({ ...outputOptions, ...helpOption })}

Phases and their properties, each tried on every operation that it applies to:
${phases.map(({ id, claim }) => `  ${id}: ${claim.charAt(0).toLowerCase()}${claim.slice(1)}\n${lines(propertiesWith(platformConformance).filter(({ phase }) => phase === id))}`).join("\n")}

Checks of every response (conform.checks in concord.config.ts adds your own):
${lines([...checks, responseInTime, ...operationChecks])}

Examples:
  concord conform http://localhost:3000
  concord conform http://localhost:3000 --contracts openapi.yaml --mode sandbox
  concord conform http://127.0.0.1:4010 --include-assumed --report junit:conform.xml
  concord conform http://127.0.0.1:4010 --operation "PUT /v1/entity/schemas/{slug}" --seed 42

Exit codes: 0 no failures, 1 failures (an operation that refused all credentials is one), 2 could not
run, every request with the token was refused, no valid request succeeded (and nothing failed), or a
bug in Concord left an operation untested.
`;

/** `concord conform`: tests a provider against its contracts. */
export const command: Command = {
  help,
  subcommands: [
    { name: "merge", summary: "merge the reports of all shards", load: () => import("./conform/merge.ts") },
  ],
  async run(argv, io) {
    if (argv[0] === "merge") return (await import("./conform/merge.ts")).command.run(argv.slice(1), io);
    const { values: given, positionals } = parseArgv("conform", argv, options, "[URL]");
    if (positionals.length > 0 && given.target !== undefined)
      throw createUsageError("conform", "the target is given twice, as an argument and with --target");
    const values = { ...given, target: given.target ?? positionals[0] };
    const live = await readLiveOptions(values, io);
    if (values.path !== undefined && (values.operation?.length !== 1 || values.property === undefined)) {
      throw createUsageError("conform", "--path needs one --operation, and --property");
    }
    const receiver = readReceiverOptions(values);
    const reports = openReportFiles("conform", values.report, conformReports);
    const compareWithBaseline = await openBaseline("conform", values, io);
    const archive = reports.some(({ kind }) => kind === "har") ? createArchive() : undefined;
    const bar = createProgressBar(io);
    const documents =
      values.contracts ??
      (await publishedDocuments(values.target, readDocumentHeaders(values["document-header"], io), io));
    if (documents === undefined) await checkDefaultContracts(values, io);
    const contracts = await loadSelected({ ...values, contracts: documents }, io);
    const profile = await configuredConformanceProfile(values.profile, contracts, io);
    reportDefaultContracts({ contracts: documents }, contracts, io);
    const { properties: _properties, checks: _checks, ...configured } = await configuredConformance(io);
    const exclude = [...new Set([...(values.exclude ?? []), ...(configured.exclude ?? [])])];
    const { reachingArguments, curlArguments, ...credentials } = readCredentials("conform", values, contracts, io);
    const found = await conform({
      contracts,
      profile,
      ...settingsOf(settingOptions, values),
      ...live,
      reachingArguments: [
        ...(live.reachingArguments ?? []),
        ...reachingArguments,
        ...exclude.flatMap((name) => ["--exclude", name]),
        ...(values.profile === undefined ? [] : ["--profile", values.profile]),
      ],
      curlArguments: [...(live.curlArguments ?? []), ...curlArguments],
      ...credentials,
      ...configured,
      exclude,
      isPlatform: documents === undefined,
      onCleaning: (left) => reportCleaning(left, io),
      ...readTokens("conform", values, io),
      signal: io.signal,
      ...(archive && { archive }),
      onProgress: ({ done, operations, requests, failures, operation }) =>
        bar.show(done, operations, `operations, ${requests} requests, ${failures} findings  ${operation}`),
      permissions: omitUndefined({ burst: values.burst, receiver }),
      ...(documents && { contractsArguments: documents }),
      overlaysArguments: values.overlay ?? [],
    }).finally(bar.clear);
    const isWhole = !(values.property ?? values.check ?? values.phase ?? values.path);
    const report = await compareWithBaseline(found, { isWhole });
    const judgement = judgementOf(report, { archive, profile, contracts });
    printReport(values.format, { report, judgement }, io);
    for (const file of reports) await file.write(file.render(omitUndefined({ report, judgement, archive })));
    // A counterexample that could not be tried again is not fixed.
    if (values.path !== undefined && report.skipped.length > 0) return 2;
    return chooseExitCode(report);
  },
};

function lines(entries: readonly { readonly id: string; readonly claim: string }[]): string {
  return entries.map(({ id, claim }) => `    ${id.padEnd(22)}  ${claim}`).join("\n");
}

/** URLs of the documents that the target publishes. Undefined if there are none. */
async function publishedDocuments(
  target: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
  io: Io,
): Promise<readonly string[] | undefined> {
  if (target === undefined || !URL.canParse(target)) return undefined;
  const found = await findDocuments(target, omitUndefined({ signal: io.signal, headers }));
  if (found.length === 0) return undefined;
  io.err(`Using ${found.join(", ")}, because --contracts is not given\n`);
  return found;
}

/** Reports the cleaning up after an interruption. If it is interrupted, too, reports the items that are left. */
function reportCleaning(left: () => readonly string[], io: Io): void {
  const count = left().length;
  if (count === 0 || !io.signal.aborted) return;
  io.err(`Removing ${counted(count, "item")}. Press Ctrl-C again to stop at once.\n`);
  process.once("exit", () => {
    for (const line of left()) io.err(`Not undone: ${line}\n`);
  });
}

function readReceiverOptions(
  values: Optional<typeof runOptions>,
): NonNullable<ConformOptions["permissions"]>["receiver"] {
  const { "receiver-port": number, "receiver-url": url, "receiver-wait": seconds } = values;
  if (number === undefined && url !== undefined)
    throw createUsageError("conform", "--receiver-url needs --receiver-port");
  if (number === undefined && seconds !== undefined)
    throw createUsageError("conform", "--receiver-wait needs --receiver-port");
  if (number === undefined) return undefined;
  return omitUndefined({ port: number, url, seconds });
}
