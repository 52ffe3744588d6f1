import {
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
import { findDocuments } from "../contracts/index.ts";
import type { Command, Io } from "./command.ts";
import { profileOption } from "./compat/profile.ts";
import { configuredConformanceProfile, conformanceProfileHelp } from "./conform/profile.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { checkDefaultContracts } from "./conform/check-default-contracts.ts";
import { baselineHelp, baselineOf, baselineOptions } from "./conform/baseline.ts";
import { formatHelp, formatOf, formatOption, printReport } from "./conform/print-report.ts";
import { exitCodeOf } from "./conform/exit-code.ts";
import { liveHelp, liveOf, liveOptions } from "./conform/live.ts";
import { documentHeaderHelp, documentHeadersOf } from "./arguments/document-headers.ts";
import { contractOptions, loadSelected, reportDefaultContracts } from "./arguments/load-selected.ts";
import { modeOf } from "./arguments/mode-of.ts";
import { configuredConformance } from "./arguments/configured-conformance.ts";
import { parse, percent, usage, wholeNumber } from "./arguments/parse.ts";
import { createProgressBar } from "./progress.ts";
import { reportFilesOf, reportHelp } from "./files/report-files.ts";
import { tokenHelp, tokenOptions, tokensOf } from "./arguments/tokens.ts";
import { credentialHelp, credentialOptions, credentialsOf } from "./arguments/credentials.ts";
import { counted } from "./counted.ts";

const help = `Tests a provider against its contracts.

Usage: concord conform URL [options]
       concord conform merge FILE... [options]

Generates valid and invalid requests for each operation, sends them, and judges every response. A
failure is shrunk to the smallest request that shows it, and printed with a curl command and the
command that replays it. Operations without a successful valid request are listed with the reason.

Target:
  URL                   base URL of the provider (or --target URL)
${liveHelp}
${tokenHelp}
${credentialHelp}

Contracts:
  --contracts PATH      OpenAPI document or GraphQL schema: a file, a folder, a URL or git:REF:PATH; may
                        be given several times (default: the document that the target publishes at
                        /openapi.json, /swagger.json, /v3/api-docs or another usual path; the
                        contracts of the bundled platform with --profile platform, and for a mock of
                        it. Without any, and if the target has none of their paths, the run ends
                        with 2)
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them; may be given several times
  --allow-url HOST      also follow $refs to this host; may be given several times
${documentHeaderHelp}${conformanceProfileHelp}  --include-assumed     also test assumed parts, which the specification does not contain

Selection:
  --mode MODE           read-only: only operations that change nothing (default);
                        sandbox: all operations (default for a Concord mock)
  --operation NAME      only this API, operationId or "METHOD /path/{template}"; may be given several times
  --exclude NAME        leave out operations: an API, operationId, "METHOD /path/{template}", or a path
                        with * and **, such as "/admin/**"; may be given several times. No request
                        is sent to them
  --api API             only this API; may be given several times
  --phase PHASE         only this phase; may be given several times
  --property ID         only this property
  --check ID            only findings of this check or property (and operations that refused all
                        credentials)

Run:
  --seed N              the same seed sends the same requests (default: a new one)
  --runs N              most requests for each property and operation (default 25)
  --max-requests N      maximum number of requests, those for cleaning up included
  --time SECONDS        maximum duration
  --max-response-time MS
                        report responses that repeatedly take longer than this
  --min-tested PERCENT  fail if fewer of the selected operations had a successful valid request
                        (operations that the mode excludes are counted)
  --burst               send bursts of up to 300 requests to operations that may respond with 429
                        (always done for a Concord mock)
  --receiver-port N     in sandbox mode, receive webhook deliveries on this port and check them
                        (0 uses any free port)
  --receiver-url URL    URL at which the target reaches that port (default: on this machine)
  --receiver-wait N     seconds to wait for a delivery (default 15)
  --path PATH           start with this counterexample (as a failure prints it)

Output:
${reportHelp(conformReports)}
                        (overlay: OpenAPI Overlays that add what was observed beyond the contract;
                        with several APIs one file each, FILE.API.json. har: the exchanges as an
                        HTTP Archive; of more than 5000, those that show a finding, and the first
                        of each operation and status)
${baselineHelp}${formatHelp}  --help                show this text

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
    const { values: given, positionals } = parse(
      "conform",
      argv,
      {
        target: { type: "string" },
        ...liveOptions,
        ...tokenOptions,
        ...credentialOptions,
        ...contractOptions,
        ...profileOption,
        mode: { type: "string" },
        "include-assumed": { type: "boolean", default: false },
        seed: { type: "string" },
        runs: { type: "string", default: "25" },
        operation: { type: "string", multiple: true },
        property: { type: "string" },
        check: { type: "string" },
        exclude: { type: "string", multiple: true },
        api: { type: "string", multiple: true },
        phase: { type: "string", multiple: true },
        "max-requests": { type: "string" },
        time: { type: "string" },
        "max-response-time": { type: "string" },
        "min-tested": { type: "string" },
        burst: { type: "boolean", default: false },
        "receiver-port": { type: "string" },
        "receiver-url": { type: "string" },
        "receiver-wait": { type: "string" },
        path: { type: "string" },
        ...baselineOptions,
        ...formatOption,
        report: { type: "string", multiple: true, default: [] },
      },
      "[URL]",
    );
    if (positionals.length > 0 && given.target !== undefined)
      throw usage("conform", "the target is given twice, as an argument and with --target");
    const values = { ...given, target: given.target ?? positionals[0] };
    const live = await liveOf(values, io);
    if (values.path !== undefined && (values.operation?.length !== 1 || values.property === undefined)) {
      throw usage("conform", "--path needs one --operation, and --property");
    }
    if (values.path !== undefined && !/^\d+(:\d+)+$/.test(values.path)) {
      throw usage("conform", `--path must be a path from a failure, such as 0:12:1, not "${values.path}"`);
    }
    const receiver = receiverOf(values["receiver-port"], values["receiver-url"], values["receiver-wait"]);
    const reports = reportFilesOf("conform", values.report, conformReports);
    const compareWithBaseline = await baselineOf("conform", values, io);
    const format = formatOf("conform", values.format);
    const mode = modeOf("conform", values.mode);
    const archive = reports.some(({ kind }) => kind === "har") ? createArchive() : undefined;
    const bar = createProgressBar(io);
    const documents =
      values.contracts ??
      (await publishedDocuments(values.target, documentHeadersOf(values["document-header"], io), io));
    if (documents === undefined) await checkDefaultContracts(values, io);
    const contracts = await loadSelected({ ...values, contracts: documents }, io);
    const profile = await configuredConformanceProfile("conform", values.profile, contracts, io);
    reportDefaultContracts({ contracts: documents }, contracts, io);
    const { properties: _properties, checks: _checks, ...configured } = await configuredConformance(io);
    const exclude = [...new Set([...(values.exclude ?? []), ...(configured.exclude ?? [])])];
    const { reachingArguments, curlArguments, ...credentials } = credentialsOf("conform", values, contracts, io);
    const found = await conform({
      contracts,
      profile,
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
      ...tokensOf("conform", values, io),
      includeAssumed: values["include-assumed"],
      runs: wholeNumber("conform", "runs", values.runs, 1),
      signal: io.signal,
      ...(archive && { archive }),
      onProgress: ({ done, operations, requests, failures, operation }) =>
        bar.show(done, operations, `operations, ${requests} requests, ${failures} findings  ${operation}`),
      ...(mode && { mode }),
      ...(values.seed !== undefined && { seed: wholeNumber("conform", "seed", values.seed) }),
      ...(values.operation !== undefined && { operation: values.operation }),
      ...(values.property !== undefined && { property: values.property }),
      ...(values.check !== undefined && { check: values.check }),
      ...(values.path !== undefined && { path: values.path }),
      ...(values.api && { apis: values.api }),
      ...(values.phase && { phases: values.phase }),
      ...(values["max-requests"] !== undefined && {
        maxRequests: wholeNumber("conform", "max-requests", values["max-requests"], 1),
      }),
      ...(values.time !== undefined && { maxSeconds: wholeNumber("conform", "time", values.time, 1) }),
      ...(values["max-response-time"] !== undefined && {
        maxResponseMs: wholeNumber("conform", "max-response-time", values["max-response-time"], 1),
      }),
      ...(values["min-tested"] !== undefined && { minTested: percent("conform", "min-tested", values["min-tested"]) }),
      permissions: { burst: values.burst, ...(receiver && { receiver }) },
      ...(documents && { contractsArguments: documents }),
      overlaysArguments: values.overlay,
    }).finally(bar.clear);
    const isWhole = !(values.property ?? values.check ?? values.phase ?? values.path);
    const report = await compareWithBaseline(found, { isWhole });
    const judgement = judgementOf(report, { archive, profile, contracts });
    printReport(format, { report, judgement }, io);
    for (const file of reports) await file.write(file.render({ report, judgement, ...(archive && { archive }) }));
    // A counterexample that could not be tried again is not fixed.
    return values.path !== undefined && report.skipped.length > 0 ? 2 : exitCodeOf(report);
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
  const found = await findDocuments(target, { signal: io.signal, ...(headers && { headers }) });
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

function receiverOf(port: string | undefined, url: string | undefined, wait: string | undefined) {
  if (port === undefined && url !== undefined) throw usage("conform", "--receiver-url needs --receiver-port");
  if (port === undefined && wait !== undefined) throw usage("conform", "--receiver-wait needs --receiver-port");
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw usage("conform", `--receiver-url must be an http or https URL, not "${url}"`);
  return port === undefined
    ? undefined
    : {
        port: wholeNumber("conform", "receiver-port", port),
        ...(url !== undefined && { url }),
        ...(wait !== undefined && { seconds: wholeNumber("conform", "receiver-wait", wait, 1) }),
      };
}
