import { once } from "node:events";
import { relative } from "node:path";
import { type Contract, ToolError, isRemoteFile } from "../contracts/index.ts";
import {
  type RateLimit,
  type State,
  type FaultSetting,
  type StartOptions,
  checkFaultSettings,
  isLocalHost,
  isState,
  stateText,
  parseFault,
  servedRoutes,
  tenantSourceError,
  faultCatalogue,
} from "../mock/index.ts";
import { type MockOptions, loadConfig } from "../api/config/index.ts";
import { type Mock, startMock } from "../api/mock.ts";
import type { Command, Io } from "./command.ts";
import { type Selection, loadSelected } from "./arguments/load-selected.ts";
import { certificateOf } from "./mock/certificate.ts";
import { findFirstCall } from "./mock/first-call.ts";
import { type GreetingOptions, doubtLines, greeting, shadowedLines, skippedExampleLines } from "./mock/greeting.ts";
import { errorText } from "./error-text.ts";
import { createLog } from "./mock/log.ts";
import { optionLines, options } from "./mock/options.ts";
import { problemLines } from "./mock/problems.ts";
import { watchContracts } from "./mock/watch-contracts.ts";
import { profileNameOf } from "./arguments/profile-name.ts";
import { parse, sizeInBytes, usage, wholeNumber } from "./arguments/parse.ts";

const help = `Runs a stateful mock of your API as a server, until Ctrl-C.

Usage: concord mock [DOCUMENT...] [options]

DOCUMENT is an OpenAPI document or a GraphQL schema: a file, a folder of them, a URL or git:REF:PATH.
Without one, and without contracts in the configuration, the mock serves the bundled platform.

The mock keeps state: you can read, change and delete what you created. It refuses requests that
violate the contract, with all reasons. Credentials select an organization, and each organization has
its own state: org_<name> on the bundled platform, any credential for other documents.

Options:
${optionLines()}

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
    const { values, positionals } = parse("mock", argv, options, "[DOCUMENT...]");
    const { file, mock: config = {} } = await loadConfig(values.config);
    const port = values.port === undefined ? (config.port ?? 4010) : wholeNumber("mock", "port", values.port);
    if (port > 65_535) throw usage("mock", `--port must be a number up to 65535, not "${values.port}"`);
    const givenState = values.state ?? io.env["CONCORD_STATE"];
    const state = givenState === undefined ? (config.state ?? "memory") : stateOf(givenState);
    const deliverTo = values["deliver-to"];
    if (deliverTo !== undefined && deliverTo !== "loopback" && deliverTo !== "anywhere")
      throw usage("mock", `--deliver-to must be loopback or anywhere, not "${deliverTo}"`);
    const { missing } = values;
    if (missing !== undefined && missing !== "404" && missing !== "example")
      throw usage("mock", `--missing must be 404 or example, not "${missing}"`);
    const controlToken = values["control-token"] ?? io.env["CONCORD_CONTROL_TOKEN"];
    const drain = values.drain === undefined ? 0 : 1000 * wholeNumber("mock", "drain", values.drain);
    if (controlToken === "") throw usage("mock", "the control token must not be empty");
    const tenantFrom = values["tenant-from"];
    const tenantError = tenantFrom === undefined ? undefined : tenantSourceError(tenantFrom);
    if (tenantError !== undefined) throw usage("mock", `--tenant-from cannot be "${tenantFrom}": ${tenantError}`);
    const named = [...positionals, ...(values.contracts ?? [])];
    const selection = {
      ...values,
      contracts: named.length > 0 ? named : config.contracts,
      overlay: values.overlay ?? config.overlays ?? [],
    };
    if (values.watch && selection.contracts?.some(isRemoteFile))
      throw usage("mock", "--watch needs documents in files, not URLs or git revisions");
    const profile = profileNameOf("mock", values.profile) ?? config.profile;
    const contracts = await loadSelected(selection, io, { reportsProblems: true });
    const log = values.log === undefined ? undefined : await createLog(io, values.log);
    const noticing: Io = log ? { ...io, err: log.notice } : io;
    const tls = await certificateOf(values, values.host ?? config.host ?? "127.0.0.1");
    const settings: MockOptions = {
      ...config,
      ...(profile !== undefined && { profile }),
      contracts,
      port,
      state,
      ...limitsFrom(values),
      ...(values.host !== undefined && { host: values.host }),
      ...(values["stated-only"] && { statedOnly: true }),
      ...(tenantFrom !== undefined && { tenantFrom }),
      ...(values["strict-assumed"] && { strictAssumed: true }),
      ...(values.fault && { faults: faultsFrom(values.fault, contracts) }),
      ...(values.journal !== undefined && { journalLimit: wholeNumber("mock", "journal", values.journal) }),
      ...(values["journal-days"] !== undefined && {
        journalDays: wholeNumber("mock", "journal-days", values["journal-days"]),
      }),
      ...(values.fixtures && { fixtures: values.fixtures }),
      ...(log && { observe: log.observe }),
      notice: noticing.err,
      ...(tls && { tls }),
      ...(deliverTo !== undefined && { deliverTo }),
      ...(values["allow-delivery"] && { allowDelivery: values["allow-delivery"] }),
      ...(values["no-seed-examples"] && { seedExamples: false }),
      ...(missing !== undefined && { missing }),
      ...(values["no-cors"] && { cors: false }),
      ...(controlToken !== undefined && { controlToken }),
      ...(values.seed !== undefined && { seed: values.seed }),
      ...(values["rate-limit"] !== undefined && { rateLimit: rateLimitOf(values["rate-limit"]) }),
    };
    await using mock = await startMock(settings).catch(refuseSettings);
    for (const line of [...(await problemLines(contracts, selection)), ...shadowedLines(mock.platform)])
      noticing.err(line);
    if (file !== undefined) noticing.err(`Using the settings of ${relative("", file)}\n`);
    const selfSigned = tls !== undefined && values["tls-cert"] === undefined;
    const host = values.host ?? config.host;
    const greetingOptions: GreetingOptions = {
      state,
      own: selection.contracts && contracts,
      selfSigned,
      tenantFrom: tenantLabel(tenantFrom ?? config.tenantFrom),
      watch: values.watch,
      openHost: host === undefined || isLocalHost(host) ? undefined : host,
      hasControlToken: (controlToken ?? config.controlToken) !== undefined,
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
    await mock.close(GRACE, drain);
    return 0;
  },
};

/** Limits of an exposed mock that the command line sets. */
function limitsFrom(values: Readonly<Record<string, unknown>>): Partial<MockOptions> {
  const limits: { -readonly [Name in "stateLimit" | "valueLimit" | "stepLimit" | "pendingLimit"]?: number } = {};
  const textOf = (option: string) => values[option] as string | undefined;
  const [state, value, step, pending] = ["state-limit", "value-limit", "step-limit", "pending-limit"].map(textOf);
  if (state !== undefined) limits.stateLimit = sizeInBytes("mock", "state-limit", state);
  if (value !== undefined) limits.valueLimit = wholeNumber("mock", "value-limit", value);
  if (step !== undefined) limits.stepLimit = wholeNumber("mock", "step-limit", step);
  if (pending !== undefined) limits.pendingLimit = wholeNumber("mock", "pending-limit", pending);
  return limits;
}

function rateLimitOf(text: string): RateLimit {
  const found = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text);
  const [burst, perSecond] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || burst < 1 || perSecond <= 0)
    throw usage("mock", `--rate-limit must be two numbers such as 60/1, not "${text}"`);
  return { burst, perSecond };
}

/** Text about the choice of tenants, for the greeting. */
function tenantLabel(from: StartOptions["tenantFrom"]): string | undefined {
  return typeof from === "function" ? "the function tenantFrom" : from;
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

function stateOf(text: string): State {
  if (isState(text)) return text;
  throw usage("mock", `--state must be memory, sqlite:FILE or postgres://URL, not "${stateText(text)}"`);
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
