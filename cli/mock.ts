import { once } from "node:events";
import { relative } from "node:path";
import { type Contract, ToolError, isRemoteFile } from "../contracts/index.ts";
import {
  type FaultSetting,
  type StartOptions,
  checkFaultSettings,
  isLocalHost,
  parseFault,
  servedRoutes,
  faultCatalogue,
} from "../mock/index.ts";
import { type MockOptions, loadConfig } from "../api/config/index.ts";
import { type Mock, startMock } from "../api/mock.ts";
import type { Command, Io } from "./command.ts";
import { type Selection, loadSelected } from "./arguments/load-selected.ts";
import { loadCertificate } from "./mock/certificate.ts";
import { findFirstCall } from "./mock/first-call.ts";
import { type GreetingOptions, doubtLines, greeting, shadowedLines, skippedExampleLines } from "./mock/greeting.ts";
import { errorText } from "./error-text.ts";
import { createLog } from "./mock/log.ts";
import { options } from "./mock/options.ts";
import { problemLines } from "./mock/problems.ts";
import { watchContracts } from "./mock/watch-contracts.ts";
import { describeOptions, helpOption, settingsOf } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";

const help = `Runs a stateful mock of your API as a server, until Ctrl-C.

Usage: concord mock [DOCUMENT...] [options]

DOCUMENT is an OpenAPI document or a GraphQL schema: a file, a folder of them, a URL or git:REF:PATH.
Without one, and without contracts in the configuration, the mock serves the bundled platform.

The mock keeps state: you can read, change and delete what you created. It refuses requests that
violate the contract, with all reasons. Credentials select an organization, and each organization has
its own state: org_<name> on the bundled platform, any credential for other documents.

Options:
${describeOptions({ ...options, ...helpOption })}

Faults:
${faultLines()}
  A fault may end with a probability (:0.1) and with operations (@listMeters,putSchema), or event
  types for deliveries (@meter.created). As JSON it has further members (docs/reference/faults.md):
  '{"id":"status","status":429,"retryAfter":5,"times":2,"operations":["listMeters"]}'

If two documents have the same path, put the name of the API before it (/entity/v1/...) or use it as
the host (entity.localhost). Documents are also served below the paths of their servers. For
monitoring, there are /_concord/health and /_concord/ready, and with the control token (or, on this
machine, the header Concord-Control: 1) /_concord/metrics.

Examples:
  concord mock
  concord mock --port 0 --rate-limit 5/1
  concord mock openapi.yaml
  concord mock https://api.example.com/openapi.json
  concord mock openapi.yaml --tenant-from header:X-Tenant
  concord mock --fixtures small
  concord mock --fault latency=200 --fault status=503:0.1 --fault unknown-enum
  concord mock --state sqlite:mock.db
  concord mock openapi.yaml --watch --log info --tls

Exit codes: 0 ended by Ctrl-C, 2 could not run.
`;

function faultLines(): string {
  return faultCatalogue
    .map(({ forms, summary }) => `  ${forms.join(", ")}\n                        ${summary}`)
    .join("\n");
}

/** Time for open requests at the end, in milliseconds. Containers are killed after ten seconds. */
const GRACE = 8_000;

/** `concord mock`: runs the mock platform as a server. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, given, positionals } = parseArgv("mock", argv, options, "[DOCUMENT...]", io.env);
    const { file, mock: config = {} } = await loadConfig(values.config);
    const named = [...positionals, ...(values.contracts ?? [])];
    const selection = {
      ...values,
      contracts: named.length > 0 ? named : config.contracts,
      overlay: values.overlay ?? config.overlays ?? [],
    };
    if (values.watch && selection.contracts?.some(isRemoteFile))
      throw createUsageError("mock", "--watch needs documents in files, not URLs or git revisions");
    const configured = { ...config, ...settingsOf(options, given) };
    const { host, state = "memory", tenantFrom } = configured;
    const contracts = await loadSelected(selection, io, { reportsProblems: true });
    const log = values.log === undefined ? undefined : await createLog(io, values.log);
    const noticing: Io = log ? { ...io, err: log.notice } : io;
    const tls = await loadCertificate(values, host ?? "127.0.0.1");
    const settings: MockOptions = {
      port: values.port,
      ...configured,
      contracts,
      state,
      ...(values.fault && { faults: faultsFrom(values.fault, contracts) }),
      ...(log && { observe: log.observe }),
      notice: noticing.err,
      ...(tls && { tls }),
    };
    await using mock = await startMock(settings).catch(refuseSettings);
    for (const line of [...(await problemLines(contracts, selection)), ...shadowedLines(mock.platform)])
      noticing.err(line);
    if (file !== undefined) noticing.err(`Using the settings of ${relative("", file)}\n`);
    const selfSigned = tls !== undefined && values["tls-cert"] === undefined;
    const greetingOptions: GreetingOptions = {
      state,
      own: selection.contracts && contracts,
      selfSigned,
      tenantFrom: tenantLabel(tenantFrom),
      watch: values.watch,
      openHost: host === undefined || isLocalHost(host) ? undefined : host,
      hasControlToken: configured.controlToken !== undefined,
      doubts: doubtLines(contracts, selection),
      call: selection.contracts && (await findFirstCall(mock.platform, settings)),
    };
    io.out(greeting(mock, greetingOptions));
    void reportSkippedExamples(mock, selection, noticing).catch((error: unknown) =>
      noticing.err(errorText(error, noticing)),
    );
    const unwatch = values.watch ? watchContracts(mock, contracts, selection, noticing) : undefined;
    await interrupted(io);
    unwatch?.();
    await mock.close(GRACE, 1000 * values.drain);
    return 0;
  },
};

/** Text about the choice of tenants, for the greeting. */
function tenantLabel(from: StartOptions["tenantFrom"]): string | undefined {
  if (typeof from === "function") return "the function tenantFrom";
  return from;
}

/** Converts errors in settings, such as an unknown fault or behaviour in a configuration, to usage errors. */
function refuseSettings(error: unknown): never {
  throw error instanceof RangeError ? new ToolError("usage", error.message, { cause: error }) : error;
}

function faultsFrom(texts: readonly string[], contracts: readonly Contract[]): readonly FaultSetting[] {
  try {
    return checkFaultSettings(texts.map(parseFault), servedRoutes(contracts));
  } catch (error) {
    throw new ToolError("usage", (error as Error).message, { hint: "See: concord mock --help", cause: error });
  }
}

/** Resolves when the command is interrupted. */
async function interrupted({ signal }: Io): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Prints skipped examples as soon as all are checked, unless the mock ends before. */
async function reportSkippedExamples({ platform }: Mock, selection: Selection, io: Io): Promise<void> {
  const lines = await skippedExampleLines(platform, selection, io.signal);
  for (const line of io.signal.aborted ? [] : lines) io.err(line);
}
