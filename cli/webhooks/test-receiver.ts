import { type JsonObject, ToolError, isObject, parseBounded, readBounded, shellWord } from "../../contracts/index.ts";
import {
  fileReports,
  judgementOfReceiver,
  renderConsole,
  testReceiver,
  trialList,
  createTrust,
} from "../../conformance/index.ts";
import { loadConfig } from "../../api/config/index.ts";
import type { Command, ExitCode } from "../command.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { webhookProfileOption } from "../conform/profile.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { port, whole } from "../arguments/readers.ts";
import { configuredValues } from "../arguments/configured-values.ts";
import { createProgressBar } from "../progress.ts";
import { openReportFiles, reportOption } from "../files/report-files.ts";
import { readAuthentication, authenticationOptions, tokenServerOptions } from "./authentication.ts";
import { exampleEvent } from "./event.ts";
import {
  policyOption,
  privateKeyFrom,
  privateKeyOptions,
  readKeyFile,
  readSigningSecret,
  secretOptions,
} from "./keys.ts";
import { authenticationHeaders } from "./authentication-headers.ts";

const keyOptions = {
  ...policyOption("v1, v1a or both: signatures that the receiver verifies (default: both)"),
  ...secretOptions,
  "private-key": {
    form: "FILE",
    key: "privateKey",
    help: "private key for the receiver's public key, for v1a, in PEM (default: the key of concord mock for the organization)",
  },
  organization: { form: "NAME", key: "organization", default: "demo", help: "organization of the key" },
  seed: privateKeyOptions.seed,
  "key-port": {
    form: "PORT",
    key: "keyPort",
    default: "4012",
    read: port,
    help: "port of the public key; 0 uses any free port",
  },
} as const satisfies Options;

const deliveryOptions = {
  body: {
    form: "FILE",
    key: "body",
    help: "JSON event that the receiver accepts; its id, time and organization are replaced (default: the example of the platform's contract)",
  },
  event: { form: "NAME", key: "event", default: "entity.created", help: "event type of the example" },
  ...authenticationOptions,
  ...tokenServerOptions,
} as const satisfies Options;

const testOptions = {
  only: { form: "NAME", multiple: true, help: "only this trial or family of trials" },
  list: { help: "list all families and trials, and send nothing" },
  probe: {
    form: "URL",
    key: "probe",
    help: 'URL that returns the number of processed messages: a number, or JSON such as {"count":3}. With it, the test checks that repeated and forged deliveries have no effect',
  },
  "probe-wait": {
    form: "SECONDS",
    key: "probeWaitSeconds",
    default: "5",
    read: whole(1),
    help: "maximum delay of such an effect, for example because of a queue",
  },
  timeout: {
    form: "SECONDS",
    key: "timeoutSeconds",
    default: "10",
    read: whole(1),
    help: "timeout of each response",
  },
  wait: {
    form: "SECONDS",
    key: "waitSeconds",
    default: "0",
    read: whole(),
    help: "time to wait for the receiver to start",
  },
  ca: {
    form: "FILE",
    key: "ca",
    help: "also trust the certificates of this authority, in PEM (default: those of NODE_EXTRA_CA_CERTS)",
  },
  insecure: { key: "insecure", help: "trust any certificate" },
  config: {
    form: "FILE",
    help: 'read options that are not given from "receiver" in this configuration (default: the nearest concord.config.ts)',
  },
} as const satisfies Options;

const outputOptions = { ...webhookProfileOption, ...reportOption(fileReports) };

const options = { ...keyOptions, ...deliveryOptions, ...testOptions, ...outputOptions };

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
${describeOptions(keyOptions)}

Deliveries:
${describeOptions(deliveryOptions)}

Test:
${describeOptions(testOptions)}

Output:
${describeOptions({ ...outputOptions, ...helpOption })}

Examples:
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --key-port 0
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --policy v1a --only timestamps --report html:receiver.html --key-port 0

Exit codes: 0 no failures, 1 failures, 2 could not run.
`;

const name = "webhooks test-receiver";

/** Members of `receiver` in a configuration. */
const configurable = { ...options, url: { form: "URL", key: "url", help: "URL of the receiver" } } as const;

/** `concord webhooks test-receiver`: tests a receiver with signed and forged deliveries. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values: usual, given, positionals } = parseArgv(name, argv, options, "[URL]");
    if (given.list) {
      io.out(trialList(given.policy ?? "both"));
      return 0;
    }
    const { file, receiver = {} } = await loadConfig(given.config);
    if (file !== undefined && Object.keys(receiver).length > 0) io.err(`Other options are read from ${file}\n`);
    const { url: configuredUrl, ...configured } = configuredValues(configurable, receiver, { file, at: "receiver" });
    const values = { ...usual, ...configured, ...given };
    const url = positionals[0] ?? configuredUrl;
    if (url === undefined) throw createUsageError(name, "it needs the URL of a receiver");
    const { policy = "both", organization } = values;
    const privateKey = privateKeyFrom(values);
    const secret = readSigningSecret(values, io);
    if (!privateKey) throw createUsageError(name, "it needs a private key");
    if (values.oauth !== undefined && values["token-url"] === undefined)
      throw createUsageError(name, "--oauth needs --token-url");
    const authentication = readAuthentication(name, values, { url: values["token-url"] ?? "", scope: values.scope });
    const reports = openReportFiles(name, values.report, fileReports);
    const event =
      values.body === undefined ? await loadEventExample(values.event, organization) : readEventFile(values.body);
    const [header] = Object.entries(await authenticationHeaders(authentication, name));
    const profile = conformanceProfileFor(given.profile, undefined);
    const bar = createProgressBar(io);
    const report = await testReceiver({
      url,
      profile,
      policy,
      privateKey,
      organization,
      event,
      timeoutMs: values.timeout * 1000,
      waitMs: values.wait * 1000,
      probeWaitMs: values["probe-wait"] * 1000,
      trust: createTrust({
        ca: values.ca === undefined ? undefined : readKeyFile(values.ca),
        isInsecure: values.insecure,
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
      ...(policy !== "v1" && { keyServer: { port: values["key-port"] } }),
      ...(authentication && header && { shown: { authentication, header } }),
      ...(values.probe !== undefined && { probe: values.probe }),
      ...(values.only && { only: values.only }),
    }).finally(bar.clear);
    const judgement = judgementOfReceiver(report, profile);
    io.out(renderConsole(judgement, { colours: io.colours }), "styled");
    for (const each of reports) await each.write(each.render({ report, judgement }));
    return chooseReceiverExit(report);
  },
};

function chooseReceiverExit({ trials, interrupted }: Awaited<ReturnType<typeof testReceiver>>): ExitCode {
  if (trials.some(({ outcome }) => outcome === "failed")) return 1;
  return interrupted ? 2 : 0;
}

async function loadEventExample(event: string, organization: string): Promise<JsonObject> {
  const bytes = await exampleEvent(event, { now: Date.now(), id: "evt_01", organization });
  return JSON.parse(Buffer.from(bytes).toString()) as JsonObject;
}

function readEventFile(file: string): JsonObject {
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
  const shown = Object.entries(given)
    .filter(([option]) => !omittedOptions.includes(option))
    .map(([option, value]) => (value === true ? `--${option}` : `--${option} ${shellWord(String(value))}`));
  return ["npx --no concord-toolkit webhooks test-receiver", shellWord(url), ...shown].join(" ");
}
