import { type JsonObject, ToolError, isObject, parseBounded, readBounded, shellWord } from "../../contracts/index.ts";
import {
  type Policy,
  fileReports,
  judgementOfReceiver,
  renderConsole,
  testReceiver,
  trialList,
  trustOf,
} from "../../conformance/index.ts";
import { type ReceiverConfig, loadConfig } from "../../api/config/index.ts";
import type { Command, ExitCode } from "../command.ts";
import { profileOption } from "../compat/profile.ts";
import { conformanceProfileFor, webhookProfileHelp } from "../conform/profile.ts";
import { parse, usage, wholeNumber } from "../arguments/parse.ts";
import { createProgressBar } from "../progress.ts";
import { reportFilesOf, reportHelp } from "../files/report-files.ts";
import { authenticationOf, authenticationOptions } from "./authentication.ts";
import { exampleEvent } from "./event.ts";
import { policyOption, privateKeyFrom, privateKeyOptions, readKeyFile, secretOf, secretOptions } from "./keys.ts";
import { authenticationHeaders } from "./authentication-headers.ts";

const help = `Tests a webhook receiver with signed and forged deliveries.

Usage: concord webhooks test-receiver URL [options]

The receiver must accept genuine deliveries (2xx), refuse all others (4xx), and never respond with
5xx. Deliveries are sent over raw sockets. Each finding says what to change. A warning is for
deliveries that should be refused but that only the owner of the keys can send, and for bodies of a
megabyte, for which there is no requirement.

A genuine delivery comes first; if it is refused, the command sends nothing else. Forged deliveries
come after all genuine ones. If the receiver blocks the sender because of them, this is reported and
the rest is skipped, so disable such a block during the test.

During the test, the command serves the public key like the platform, for receivers that fetch it:
  http://127.0.0.1:4012/v1/webhooks/.well-known/public-key?orgId=demo
For a receiver that fetches the key when it starts, start the test first, with --wait 30. The key is
that of a concord mock with the same --organization and --seed; to use your own key, give its private
key with --private-key.

Keys:
  --policy POLICY       v1, v1a or both: signatures that the receiver verifies (default both)
  --secret SECRET       the webhook's signing secret, as the receiver has it, for v1 (default: the
                        variable CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     variable with the secret
  --private-key FILE    private key for the receiver's public key, for v1a, in PEM (default: the key
                        of concord mock for the organization)
  --organization NAME   organization of the key (default demo)
  --seed SEED           seed of that mock (default concord)
  --key-port PORT       port of the public key (default 4012; 0 uses any free port)

Deliveries:
  --body FILE           JSON event that the receiver accepts; its id, time and organization are
                        replaced (default: the example of the platform's contract)
  --event NAME          event type of the example (default entity.created)
  --api-key NAME:VALUE  authenticate with this header
  --basic USER:PASS     authenticate with HTTP Basic
  --oauth ID:SECRET     authenticate with an access token for this client
  --token-url URL       authorization server for --oauth
  --scope SCOPE         scope for --oauth

Test:
  --only NAME           only this trial or family of trials; may be given several times
  --list                list all families and trials, and send nothing
  --probe URL           URL that returns the number of processed messages: a number, or JSON such as
                        {"count":3}. With it, the test checks that repeated and forged deliveries
                        have no effect
  --probe-wait SECONDS  maximum delay of such an effect, for example because of a queue (default 5)
  --timeout SECONDS     timeout of each response (default 10)
  --wait SECONDS        time to wait for the receiver to start (default 0)
  --ca FILE             also trust the certificates of this authority, in PEM (default: those of
                        NODE_EXTRA_CA_CERTS)
  --insecure            trust any certificate
  --config FILE         read options that are not given from "receiver" in this configuration
                        (default: the nearest concord.config.ts)

Output:
${webhookProfileHelp}${reportHelp(fileReports)}
  --help                show this text

Examples:
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --key-port 0
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --policy v1a --only timestamps --report html:receiver.html --key-port 0

Exit codes: 0 no failures, 1 failures, 2 could not run.
`;

const name = "webhooks test-receiver";

/** `concord webhooks test-receiver`: tests a receiver with signed and forged deliveries. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values: given, positionals } = parse(
      name,
      argv,
      {
        ...secretOptions,
        "secret-env": { type: "string" },
        ...privateKeyOptions,
        seed: { type: "string" },
        ...policyOption,
        ...profileOption,
        ...authenticationOptions,
        "token-url": { type: "string" },
        scope: { type: "string" },
        "key-port": { type: "string" },
        probe: { type: "string" },
        body: { type: "string" },
        event: { type: "string" },
        only: { type: "string", multiple: true },
        list: { type: "boolean" },
        timeout: { type: "string" },
        wait: { type: "string" },
        "probe-wait": { type: "string" },
        ca: { type: "string" },
        insecure: { type: "boolean" },
        config: { type: "string" },
        report: { type: "string", multiple: true, default: [] },
      },
      "[URL]",
    );
    if (given.list) {
      io.out(trialList(policyOf(given.policy)));
      return 0;
    }
    const { file, receiver = {} } = await loadConfig(given.config);
    if (file !== undefined && Object.keys(receiver).length > 0) io.err(`Other options are read from ${file}\n`);
    const values = { ...optionsOf(receiver), ...given };
    const url = positionals[0] ?? receiver.url;
    if (url === undefined) throw usage(name, "it needs the URL of a receiver");
    const policy = policyOf(values.policy);
    const organization = values.organization ?? "demo";
    const privateKey = privateKeyFrom({ ...values, organization, seed: values.seed ?? "concord" });
    const secret = secretOf(
      { ...values, "secret-env": values["secret-env"] ?? secretOptions["secret-env"].default },
      io,
    );
    if (!privateKey) throw usage(name, "it needs a private key");
    if (values.oauth !== undefined && values["token-url"] === undefined) throw usage(name, "--oauth needs --token-url");
    const authentication = authenticationOf(name, values, { url: values["token-url"] ?? "", scope: values.scope });
    const reports = reportFilesOf(name, values.report, fileReports);
    const event = values.body === undefined ? await exampleOf(values.event, organization) : eventIn(values.body);
    const [header] = Object.entries(await authenticationHeaders(authentication, name));
    const port = wholeNumber(name, "key-port", values["key-port"] ?? "4012");
    if (port > 65_535) throw usage(name, `--key-port must be a number up to 65535, not "${port}"`);
    const profile = conformanceProfileFor(name, given.profile);
    const bar = createProgressBar(io);
    const report = await testReceiver({
      url,
      profile,
      policy,
      privateKey,
      organization,
      event,
      timeoutMs: wholeNumber(name, "timeout", values.timeout ?? "10", 1) * 1000,
      waitMs: wholeNumber(name, "wait", values.wait ?? "0") * 1000,
      probeWaitMs: wholeNumber(name, "probe-wait", values["probe-wait"] ?? "5", 1) * 1000,
      trust: trustOf({
        ca: values.ca === undefined ? undefined : readKeyFile(values.ca),
        isInsecure: values.insecure === true,
      }),
      curlOptions: [
        ...(values.ca === undefined ? [] : ["--cacert", shellWord(values.ca)]),
        ...(values.insecure ? ["-k"] : []),
      ],
      signal: io.signal,
      replay: replayCommand(url, given),
      onProgress: ({ done, all, failures, name: trial }) =>
        bar.show(done, all, `trials, ${failures} failures  ${trial}`),
      onServing: (place) => io.err(`The public key of "${organization}" is at ${place}\n`),
      ...(secret !== undefined && { secret }),
      ...(policy !== "v1" && { keyServer: { port } }),
      ...(authentication && header && { shown: { authentication, header } }),
      ...(values.probe !== undefined && { probe: values.probe }),
      ...(values.only && { only: values.only }),
    }).finally(bar.clear);
    const judgement = judgementOfReceiver(report, profile);
    io.out(renderConsole(judgement, { colours: io.colours }), "styled");
    for (const each of reports) await each.write(each.render({ report, judgement }));
    return exitCodeOf(report);
  },
};

function exitCodeOf({ trials, interrupted }: Awaited<ReturnType<typeof testReceiver>>): ExitCode {
  if (trials.some(({ outcome }) => outcome === "failed")) return 1;
  return interrupted ? 2 : 0;
}

/** Options from a configuration, whose members have the names of the options in camel case. */
function optionsOf(config: ReceiverConfig) {
  const { url: _, secretEnv, privateKey, keyPort, apiKey, tokenUrl, ...rest } = config;
  const { timeoutSeconds, waitSeconds, probeWaitSeconds, ...same } = rest;
  return {
    ...same,
    ...(secretEnv !== undefined && { "secret-env": secretEnv }),
    ...(privateKey !== undefined && { "private-key": privateKey }),
    ...(keyPort !== undefined && { "key-port": String(keyPort) }),
    ...(apiKey !== undefined && { "api-key": apiKey }),
    ...(tokenUrl !== undefined && { "token-url": tokenUrl }),
    ...(timeoutSeconds !== undefined && { timeout: String(timeoutSeconds) }),
    ...(waitSeconds !== undefined && { wait: String(waitSeconds) }),
    ...(probeWaitSeconds !== undefined && { "probe-wait": String(probeWaitSeconds) }),
  };
}

function policyOf(text = "both"): Policy {
  if (text === "v1" || text === "v1a" || text === "both") return text;
  throw usage(name, `--policy must be v1, v1a or both, not "${text}"`);
}

async function exampleOf(event = "entity.created", organization: string): Promise<JsonObject> {
  const bytes = await exampleEvent(event, { now: Date.now(), id: "evt_01", organization });
  return JSON.parse(Buffer.from(bytes).toString()) as JsonObject;
}

function eventIn(file: string): JsonObject {
  try {
    const event = parseBounded(readBounded(file).toString());
    if (isObject(event)) return event;
  } catch (cause) {
    throw new ToolError("unreadable-document", `Cannot read the event in "${file}": ${(cause as Error).message}`, {
      at: { file },
      cause,
    });
  }
  throw new ToolError("unreadable-document", `Cannot use the event in "${file}": it is not a JSON object`, {
    at: { file },
  });
}

/** Options that a replay command omits, because they contain secrets or change with each replay. */
const omittedOptions: readonly string[] = ["secret", "api-key", "basic", "oauth", "only", "report"];

function replayCommand(url: string, given: Readonly<Record<string, unknown>>): string {
  const options = Object.entries(given)
    .filter(([option]) => !omittedOptions.includes(option))
    .map(([option, value]) => (value === true ? `--${option}` : `--${option} ${shellWord(String(value))}`));
  return ["npx --no concord-toolkit webhooks test-receiver", shellWord(url), ...options].join(" ");
}
