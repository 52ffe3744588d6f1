import {
  checks,
  conform,
  credentialsAccepted,
  conformReports,
  createArchive,
  inTime,
  judgementOf,
  phases,
  propertiesWith,
  renderConsole,
} from "../conformance/index.ts";
import type { Command, Io } from "./command.ts";
import { profileOption } from "./compat/profile.ts";
import { profileOf, conformanceProfileHelp } from "./conform/profile.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { exitCodeOf } from "./conform/exit-code.ts";
import { liveHelp, liveOf, liveOptions } from "./conform/live.ts";
import { loadSelected, sayWhichContracts } from "./load-selected.ts";
import { modeOf } from "./mode-of.ts";
import { parse, percent, usage, wholeNumber } from "./parse.ts";
import { createProgressBar } from "./progress.ts";
import { reportFilesOf, reportLineOf } from "./files/report-files.ts";
import { tokenHelp, tokenOptions, tokensOf } from "./tokens.ts";

const help = `Usage: concord conform --target URL [options]
       concord conform merge FILE... [options]

Holds a provider against its contracts: for each operation, valid and invalid requests are
generated and sent, and every answer is judged. A failure is shrunk to the smallest request
that shows it, with a curl line and the command that replays it. Operations on which no valid
request succeeded are listed with the reason. Exit code 0: no failures, 1: failures (an operation
that refused the credentials throughout is one), 2: could not run, every request with the token
was refused, no valid request succeeded at all, or a bug in Concord left an operation unjudged.

Options:
  --target URL          base address of the provider
${liveHelp}
${tokenHelp}
  --contracts PATH      hold it against these documents: a file or a folder; may be given several
                        times (default: the platform's; a target that has none of their paths
                        ends the run with 2)
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them first; may be given several times
${conformanceProfileHelp}  --mode MODE           read-only: only operations that change nothing (default);
                        sandbox: everything (default where the target is a Concord mock)
  --include-assumed     try and judge what the specification does not show, too
  --seed N              the same seed sends the same requests (default: a new one)
  --runs N              requests for each property and operation (default 25)
  --operation NAME      only this one: an API, an operationId, or "METHOD /path/{template}"
  --api API             only this API; may be given several times
  --phase PHASE         only this phase; may be given several times
  --property ID         only this property
  --check ID            only findings of this check, or of this property (and the operations that
                        refused the credentials throughout)
  --max-requests N      send no more than that, with those that remove what was made
  --time SECONDS        take no longer than that
  --max-response-time MS
                        an answer that takes longer is a finding, where it is slow again
  --min-tested PERCENT  fail where a valid request succeeded on fewer of the operations than
                        that (of all that are chosen, also those that are only not written to)
  --burst               send bursts of up to 300 requests to operations that may answer 429
                        (a mock gets them at any rate)
  --receiver-port N     in sandbox mode, receive deliveries of webhooks there and judge them
                        (0 takes any free port)
  --receiver-url URL    where the target reaches that port (default: on this machine)
  --receiver-wait N     wait so many seconds for a delivery (default 15)
  --path PATH           begin with this counterexample (as a failure prints it)
${reportLineOf(conformReports)}
                        (overlay: what was seen beyond the contract, as OpenAPI Overlays that
                        add it; with several APIs one for each, FILE.API.json. har: the
                        exchanges, as browsers can show them; of more than 5000 those that
                        show a finding, and the first of each operation and status)
  --help                show this text

Phases and their properties, each tried on every operation that it says something about:
${phases.map(({ id, claim }) => `  ${id}: ${claim.charAt(0).toLowerCase()}${claim.slice(1)}\n${lines(propertiesWith(platformConformance).filter(({ phase }) => phase === id))}`).join("\n")}

Checks, asked of every answer:
${lines([...checks, inTime, credentialsAccepted])}

Examples:
  concord conform --target http://127.0.0.1:4010
  concord conform --target http://127.0.0.1:4010 --include-assumed --report junit:conform.xml
  concord conform --target http://127.0.0.1:4010 --operation "PUT /v1/entity/schemas/{slug}" --seed 42
`;

/** `concord conform`: a provider held against its contracts. */
export const command: Command = {
  help,
  subcommands: [
    { name: "merge", summary: "make one report of those of all shards", load: () => import("./conform/merge.ts") },
  ],
  async run(argv, io) {
    if (argv[0] === "merge") return (await import("./conform/merge.ts")).command.run(argv.slice(1), io);
    const { values } = parse("conform", argv, {
      target: { type: "string" },
      ...liveOptions,
      ...tokenOptions,
      contracts: { type: "string", multiple: true },
      overlay: { type: "string", multiple: true, default: [] },
      ...profileOption,
      mode: { type: "string" },
      "include-assumed": { type: "boolean", default: false },
      seed: { type: "string" },
      runs: { type: "string", default: "25" },
      operation: { type: "string" },
      property: { type: "string" },
      check: { type: "string" },
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
      report: { type: "string", multiple: true, default: [] },
    });
    const live = await liveOf(values, io);
    if (values.path !== undefined && (values.operation === undefined || values.property === undefined)) {
      throw usage("conform", "--path goes with --operation and --property");
    }
    if (values.path !== undefined && !/^\d+(:\d+)+$/.test(values.path)) {
      throw usage("conform", `--path takes numbers as a failure prints them, such as 0:12:1, not "${values.path}"`);
    }
    const receiver = receiverOf(values["receiver-port"], values["receiver-url"], values["receiver-wait"]);
    const reports = reportFilesOf("conform", values.report, conformReports);
    const mode = modeOf("conform", values.mode);
    const archive = reports.some(({ kind }) => kind === "har") ? createArchive() : undefined;
    const bar = createProgressBar(io);
    const contracts = await loadSelected(values, io);
    const profile = profileOf("conform", values.profile, contracts);
    sayWhichContracts(values, contracts, io);
    const report = await conform({
      contracts,
      profile,
      ...live,
      reachingArguments: [
        ...(live.reachingArguments ?? []),
        ...(values.profile === undefined ? [] : ["--profile", values.profile]),
      ],
      isPlatform: values.contracts === undefined,
      onCleaning: (left) => tellOfCleaning(left, io),
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
      leave: { burst: values.burst, ...(receiver && { receiver }) },
      ...(values.contracts && { contractsArguments: values.contracts }),
      overlaysArguments: values.overlay,
    }).finally(bar.clear);
    const judgement = judgementOf(report, { archive, profile });
    io.out(renderConsole(judgement, { colours: io.colours }));
    for (const file of reports) await file.write(file.render({ report, judgement, ...(archive && { archive }) }));
    // A counterexample that could not be tried again is not one that is gone.
    return values.path !== undefined && report.skipped.length > 0 ? 2 : exitCodeOf(report);
  },
};

function lines(entries: readonly { readonly id: string; readonly claim: string }[]): string {
  return entries.map(({ id, claim }) => `    ${id.padEnd(22)}  ${claim}`).join("\n");
}

/** Who has ended a run knows what is going on; and what is left, where it is ended once more (and at once). */
function tellOfCleaning(left: () => readonly string[], io: Io): void {
  const things = left().length;
  if (things === 0 || !io.signal.aborted) return;
  io.err(`Removing what was made (${things}). Ctrl-C once more ends at once.\n`);
  process.once("exit", () => {
    for (const line of left()) io.err(`Not removed: ${line}\n`);
  });
}

function receiverOf(port: string | undefined, url: string | undefined, wait: string | undefined) {
  if (port === undefined && url !== undefined) throw usage("conform", "--receiver-url goes with --receiver-port");
  if (port === undefined && wait !== undefined) throw usage("conform", "--receiver-wait goes with --receiver-port");
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw usage("conform", `--receiver-url takes an http or https URL, not "${url}"`);
  return port === undefined
    ? undefined
    : {
        port: wholeNumber("conform", "receiver-port", port),
        ...(url !== undefined && { url }),
        ...(wait !== undefined && { seconds: wholeNumber("conform", "receiver-wait", wait, 1) }),
      };
}
