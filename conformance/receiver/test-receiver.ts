import { type KeyObject, generateKeyPairSync, randomBytes } from "node:crypto";
import { type JsonObject, ToolError, omitUndefined } from "../../contracts/index.ts";
import { type EndpointCredentials, listEndpointSecrets } from "./authentication.ts";
import { type Citations, writeCitation } from "../model/citations.ts";
import { CREDENTIAL_VARIABLE } from "../deliveries/index.ts";
import { type KeyServer, serveKeys } from "./key-server.ts";
import { createProbe, requireCount } from "./probe.ts";
import { requireReachable } from "./reachable.ts";
import type { ReceiverReport } from "./report.ts";
import { type Run, type RunProgress, runTrials } from "./run-trials.ts";
import { type Keys, selectTrials, listTrials } from "./trials.ts";
import type { Trust } from "../target/raw/trust.ts";
import { otherOrganization } from "./vectors/signing.ts";
import type { Policy } from "./vectors/vector.ts";

/** Options of `testReceiver()`. */
export interface TestReceiverOptions {
  /** URL of the receiver's endpoint. */
  readonly url: string;
  /** Entries that it verifies. */
  readonly policy: Policy;
  /** Signing secret of the webhook, as the receiver has it. Required if it verifies v1. */
  readonly secret?: string;
  /** Private half of the key that the receiver has, or fetches. */
  readonly privateKey: KeyObject;
  /** Organization of the key. */
  readonly organization: string;
  /** Address for the public key during the test. Default: the key is not served. */
  readonly keyServer?: { readonly port: number; readonly host?: string };
  /** Called with the URL of the public key, before the first delivery. */
  readonly onServing?: (url: string) => void;
  /** Event that the receiver accepts. Each delivery has its own id, time and organization. */
  readonly event: JsonObject;
  /** Credentials that the endpoint requires. */
  readonly shown?: EndpointCredentials;
  /** URL with the number of messages that had an effect: a number, or JSON with the member `count`. */
  readonly probe?: string;
  /** Time in which an effect must be counted. */
  readonly probeWaitMs?: number;
  /** Time that the receiver may take to start. Default: none. */
  readonly waitMs?: number;
  /** Certificates to trust. Default: those of Node. */
  readonly trust?: Trust;
  /** Options of curl for the same certificates. */
  readonly curlOptions?: readonly string[];
  /** Names of trials or families. Default: all. */
  readonly only?: readonly string[];
  /** Cites clauses. Default: none is cited. */
  readonly profile?: Citations;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Command that repeats the run, without secrets. */
  readonly replay: string;
}

const TIMEOUT_MS = 10_000;

const PROBE_WAIT_MS = 5000;

/**
 * Sends signed and forged deliveries to a running receiver, and judges its responses.
 * @throws ToolError "invalid-target", "unreachable-target", "unusable-probe", "cannot-listen", "nothing-to-try", "usage".
 */
export async function testReceiver(options: TestReceiverOptions): Promise<ReceiverReport> {
  const { policy, shown, profile = {}, timeoutMs = TIMEOUT_MS, waitMs = 0, trust = {}, signal } = options;
  const url = parseEndpoint(options.url);
  if (policy !== "v1a" && options.secret === undefined)
    throw new ToolError("usage", `Cannot test a receiver that verifies ${policy} without its signing secret`, {
      hint: "Give the secret that the receiver has: --secret whsec_…, or the variable CONCORD_WEBHOOK_SECRET",
    });
  const keys = createTrialKeys(options);
  const all = listTrials({ policy, keys, shown, event: options.event, organization: options.organization });
  const chosen = selectTrials(all, options.only);
  const server = options.keyServer && (await serveKeys(servedKeys(options, keys), options.keyServer));
  try {
    if (server) options.onServing?.(server.urlOf(options.organization));
    const started = performance.now();
    await requireReachable(url, { waitMs, timeoutMs, signal });
    const probe = options.probe === undefined ? undefined : createProbe({ ...probing(options), url: options.probe });
    const run = await runTrials({
      ...chosen,
      url,
      timeoutMs,
      trust,
      shown,
      curlOptions: options.curlOptions ?? [],
      replay: options.replay,
      profile,
      mask: (text) =>
        maskSecretTexts(text, [
          ...(shown ? listEndpointSecrets(shown) : []),
          ...(options.secret === undefined ? [] : [options.secret]),
        ]),
      counted: probe && options.probe !== undefined ? await requireCount(probe, options.probe) : 0,
      ...(probe && { probe }),
      ...(signal && { signal }),
      ...(options.onProgress && { onProgress: options.onProgress }),
    });
    return {
      target: url.href,
      policy,
      requests: run.requests,
      durationMs: Math.round(performance.now() - started),
      trials: run.trials,
      notes: [...run.notes, ...writeTrialNotes(options, server, run)],
      interrupted: run.isCutShort,
    };
  } finally {
    await server?.close();
  }
}

function probing({ timeoutMs = TIMEOUT_MS, probeWaitMs = PROBE_WAIT_MS, trust = {}, signal }: TestReceiverOptions) {
  return omitUndefined({ timeoutMs, waitMs: probeWaitMs, trust, signal });
}

function parseEndpoint(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new ToolError("invalid-target", `Cannot test "${text}": it is not an http or https URL`, {
    hint: "Use the receiver's complete URL, such as http://127.0.0.1:3000/webhooks",
  });
}

function createTrialKeys({ secret, privateKey }: TestReceiverOptions): Keys {
  return {
    // A receiver that verifies only v1a has no secret, and ignores the v1 entry.
    secret: secret ?? newSecret(),
    privateKey,
    otherSecret: newSecret(),
    otherPrivateKey: generateKeyPairSync("ed25519").privateKey,
  };
}

function newSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

/** Published keys. Another organization has a key, too, which a receiver must not accept instead. */
function servedKeys({ organization }: TestReceiverOptions, { privateKey, otherPrivateKey }: Keys) {
  return { [organization]: privateKey, [otherOrganization]: otherPrivateKey };
}

function writeTrialNotes(
  { shown, policy, profile = {} }: TestReceiverOptions,
  server: KeyServer | undefined,
  { requests, trials }: Run,
): string[] {
  const fetches = server?.fetches() ?? 0;
  const isAnyFound = trials.some(({ outcome }) => outcome === "failed" || outcome === "warned");
  return [
    ...(isAnyFound
      ? [
          `The curl commands after "again" expire: a receiver refuses them five minutes after they were signed. The commands after "replay" sign again${policy === "v1a" ? "" : ", with the secret in the variable CONCORD_WEBHOOK_SECRET"}`,
        ]
      : []),
    ...(shown
      ? [
          `The curl commands after "again" read the credentials of the endpoint from the variable ${CREDENTIAL_VARIABLE}`,
        ]
      : []),
    ...(shown
      ? []
      : [
          `Endpoint authentication${writeCitation(profile, "endpoint-authentication")} was not tested: no option gives its credentials`,
        ]),
    ...(policy !== "v1" && server && fetches === 0
      ? ["The receiver did not fetch the public key while it was tested"]
      : []),
    ...(fetches > requests / 2
      ? [
          `The receiver fetched the public key ${fetches} times: it may be cached${writeCitation(profile, "public-key")}`,
        ]
      : []),
  ];
}

function maskSecretTexts(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== "").reduce((left, secret) => left.replaceAll(secret, "***"), text);
}
