import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Operation, type Json, type JsonObject, isObject, omitUndefined } from "../../../contracts/index.ts";
import { connect } from "../../target/target.ts";
import type { Credentials } from "../../credentials/credential-set.ts";
import { createRenewableToken } from "../../credentials/renewable-token.ts";
import { createControl } from "../../target/mock-control.ts";
import { canDeliver } from "./deliver.ts";
import { type PactServer, startPactServer } from "./pact-server.ts";
import { type PreparedWorld, withPreparedWorld } from "./with-prepared-world.ts";
import type { Interaction, Pact } from "../interaction.ts";
import type { PactResult } from "./pact-job.ts";
import { type PactRunner, startPact } from "./pact-runner.ts";
import { type Routed, createRoutes } from "../route.ts";
import type { KnownNames } from "../../profile/provider-state.ts";
import { type CatalogueState, resolveStates } from "../states.ts";
import type { VerifiedInteraction, VerifyReport, Mismatch } from "./verify-report.ts";
import { replaceCredentials, withToken } from "./with-token.ts";

/** Options of `verifyPacts()`. */
export interface VerifyOptions extends KnownNames {
  /** Base URL of the provider. */
  readonly target: string;
  /** Name of the provider in the report. Default: its URL. */
  readonly targetName?: string;
  /** Token for a live deployment. A mock gets a new organization for each interaction. */
  readonly token?: string;
  /** Credentials for a live deployment beside the token. */
  readonly credentials?: Credentials;
  /** Headers without credentials for every request to a live deployment. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Control token, if the mock requires one. */
  readonly controlToken?: string;
  /** Default: "read-only". */
  readonly mode?: "read-only" | "sandbox";
  /** Masks further secrets in responses. */
  readonly mask?: (text: string) => string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number, description: string) => void;
  /** Receives Pact's output. */
  readonly onLog?: (text: string) => void;
}

/** Time limit of a response in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Verifies pacts against a running provider, one interaction after the other. On a mock, each interaction has its own
 * organization in the states that the pact names.
 * @throws ToolError "missing-package", "unreachable-target" or "invalid-target".
 */
export async function verifyPacts(pacts: readonly Pact[], options: VerifyOptions): Promise<VerifyReport> {
  const { contracts, signal, onProgress, onLog } = options;
  const started = performance.now();
  const wanted = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })));
  // The signal does not stop the calls that remove organizations at the end.
  const { tokens, ...credentials } = options.credentials ?? {};
  const target = await connect(options.target, {
    ...(options.token !== undefined && { token: options.token }),
    credentials,
    ...(tokens && { renewable: createRenewableToken(tokens) }),
  });
  const maskForReport = (text: string): string => target.mask(options.mask?.(text) ?? text);
  const folder = await mkdtemp(join(tmpdir(), "concord-pact-"));
  const routes = createRoutes(contracts);
  const control = createControl(target, options.controlToken);
  const interactions: VerifiedInteraction[] = [];
  try {
    await using pactServer = await startPactServer(target.url);
    await using runner = startPact({ signal, ...(onLog && { onLog: (text) => onLog(target.mask(text)) }) });
    for (const { pact, interaction } of wanted) {
      if (signal?.aborted) break;
      onProgress?.(interactions.length, wanted.length, interaction.description);
      interactions.push(await verified(pact, interaction, { pactServer, runner }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (target.isMock) await control.close();
    await target.close();
  }
  return {
    target: options.targetName ?? target.url,
    isMock: target.isMock,
    durationMs: performance.now() - started,
    interactions,
    interrupted: signal?.aborted ?? false,
  };

  async function verified(
    pact: Pact,
    interaction: Interaction,
    tools: VerificationTools,
  ): Promise<VerifiedInteraction> {
    const { file, consumer, provider } = pact;
    const { description, pointer } = interaction;
    const routed =
      interaction.kind === "http"
        ? routes(provider, interaction.request)
        : { unknown: "it is not a call of an operation" };
    const common = {
      file,
      consumer,
      provider,
      description,
      pointer,
      states: interaction.states.map(({ name }) => name),
      ...("operation" in routed && describeOperation(routed.operation)),
      mismatches: [],
    };
    const reason = reasonToSkip(interaction, {
      isMock: target.isMock,
      mode: options.mode ?? "read-only",
      safe: isSafe(interaction, routed),
      deliversWebhooks: canDeliver(contracts),
    });
    if (reason !== undefined) return { ...common, outcome: "skipped", reason };
    const failed = interaction.pending ? "pending" : "failed";
    const states = resolveStates(interaction, options);
    if ("unknown" in states) return { ...common, outcome: failed, reason: states.unknown };
    try {
      const { text } = await tryInteraction(pact, interaction, { ...tools, states, routed });
      const mismatches = readMismatches(maskForReport(text));
      const answer = tools.pactServer.answer();
      return {
        ...common,
        outcome: mismatches.length === 0 ? "passed" : failed,
        mismatches,
        ...(answer !== undefined && { answer: maskForReport(answer) }),
      };
    } catch (error) {
      if (signal?.aborted) return { ...common, outcome: "skipped", reason: "the run was ended" };
      if (!(error instanceof Error) || error.name === "ToolError") throw error;
      return { ...common, outcome: failed, reason: maskForReport(error.message) };
    }
  }

  /** Result of an interaction, tried by Pact in its states. */
  async function tryInteraction(
    pact: Pact,
    interaction: Interaction,
    {
      pactServer: front,
      runner,
      states,
      routed,
    }: VerificationTools & { readonly states: readonly CatalogueState[]; readonly routed: Routed },
  ): Promise<PactResult> {
    const file = join(folder, "pact.json");
    const member = interaction.pointer.startsWith("/messages") ? "messages" : "interactions";
    await writeFile(file, JSON.stringify({ ...pact.rest, [member]: [interaction.raw] }));
    const operation = "operation" in routed ? routed.operation : undefined;
    // A mock accepts an API name as the host, which excludes all other APIs.
    const host =
      target.isMock && "isHidden" in routed && routed.isHidden ? `${routed.operation.api}.localhost` : undefined;
    if (!target.isMock) {
      await target.prepareToken();
      const isAuthorized = target.hasToken && !keepsCredentials(interaction);
      front.serve({
        authorize(request) {
          const authorized = isAuthorized ? replaceCredentials(target, operation, request) : request;
          return { ...authorized, headers: { ...authorized.headers, ...options.headers } };
        },
        states: new Map(),
      });
      return runPact();
    }
    const verifyInteraction = ({
      token,
      states: told = new Map(),
      delivered,
    }: Partial<PreparedWorld>): Promise<PactResult> => {
      const isShown = token !== undefined && !keepsCredentials(interaction);
      front.serve({
        ...(isShown && { authorize: (request) => withToken(operation, request, token) }),
        host,
        states: told,
        delivered,
      });
      return runPact();
    };
    return withPreparedWorld({ ...options, target, control }, interaction, states, verifyInteraction);

    function runPact(): Promise<PactResult> {
      return runner.verify({ file, url: front.url, timeout: TIMEOUT, logLevel: onLog ? "debug" : "error" });
    }
  }
}

/** Tools of a verification. */
interface VerificationTools {
  readonly pactServer: PactServer;
  readonly runner: PactRunner;
}

/** True for a safe operation. Without a contract, the method decides (RFC 9110, section 9.2.1). */
function isSafe(interaction: Interaction, routed: Routed): boolean {
  if ("operation" in routed) return routed.operation.safe;
  return interaction.kind === "http" && ["GET", "HEAD", "OPTIONS"].includes(interaction.request.method);
}

/** True if the interaction expects a refused token, so that its own credentials must be sent. */
function keepsCredentials(interaction: Interaction): boolean {
  if (interaction.kind !== "http") return false;
  // With a state, the state causes the refusal, not the token.
  const { status } = interaction.response;
  return status === 401 || (status === 403 && interaction.states.length === 0);
}

function describeOperation({ api, name, section, basis }: Operation) {
  return omitUndefined({ api, operation: name, basis, section });
}

interface Circumstances {
  /** True for a Concord mock, which supports all states. */
  readonly isMock: boolean;
  readonly mode: "read-only" | "sandbox";
  /** True if the operation is safe. */
  readonly safe: boolean;
  /** True if the contracts have an operation that creates webhooks. */
  readonly deliversWebhooks: boolean;
}

/** Reason why an interaction cannot be verified on a provider. Undefined if it can. */
function reasonToSkip(
  interaction: Interaction,
  { isMock, mode, safe, deliversWebhooks }: Circumstances,
): string | undefined {
  if (interaction.kind === "other") return `it is of the type ${interaction.type}, which the platform does not have`;
  if (isMock && interaction.kind === "message" && !deliversWebhooks)
    return "the contracts have no operation webhooks/createWebhook, which a delivery needs";
  if (isMock) return undefined;
  if (interaction.kind === "message")
    return "deliveries of a live deployment cannot be triggered from here: verify it on the mock";
  if (interaction.response.status === 429)
    return "the rate limit of a live deployment is not exhausted: verify it on the mock";
  const [state] = interaction.states;
  if (state) return `a live deployment cannot be set to the state "${state.name}": verify it on the mock`;
  if (mode === "read-only" && !safe)
    return "it changes data: --mode sandbox allows that, for deployments whose data does not matter";
  return undefined;
}

/** Mismatches of an interaction. Empty if it passes. */
function readMismatches(text: string): readonly Mismatch[] {
  const result = parsePactOutput(text);
  if (!isObject(result)) return [{ at: "the verification", message: text }];
  const [interaction = toJsonList(result["errors"])[0]] = toJsonList(result["interactionResults"]);
  if (isObject(interaction) && interaction["result"] === "OK") return [];
  if (result["result"] === true && !isObject(interaction)) return [];
  const mismatch = isObject(interaction) ? interaction["mismatch"] : undefined;
  const mismatches = isObject(mismatch) ? toJsonList(mismatch["mismatches"]).filter(isObject).map(toMismatch) : [];
  if (mismatches.length > 0) return mismatches.toSorted((one, other) => rankMismatch(one) - rankMismatch(other));
  const reason = isObject(mismatch) ? (mismatch["message"] ?? mismatch["error"]) : undefined;
  return [
    { at: "the verification", message: typeof reason === "string" ? reason : JSON.stringify(mismatch ?? result) },
  ];
}

function toMismatch({ type, path, key, parameter, mismatch, expected, actual }: JsonObject): Mismatch {
  const part = String(type)
    .replace(/Mismatch$/, "")
    .replace(/Type$/, " type")
    .toLowerCase();
  const where = [path, key, parameter].find((each) => typeof each === "string");
  return {
    at: where === undefined ? part : `${part} ${where as string}`,
    message: String(mismatch ?? `${part} differs`),
    ...(expected !== undefined && { expected: toPlainText(expected) }),
    ...(actual !== undefined && { actual: toPlainText(actual) }),
  };
}

/** A wrong status comes first, because it explains most other mismatches. */
function rankMismatch({ at }: Mismatch): number {
  const rank = ["status", "header"].findIndex((part) => at.startsWith(part));
  return rank < 0 ? 2 : rank;
}

function toPlainText(value: Json): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

function toJsonList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function parsePactOutput(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
