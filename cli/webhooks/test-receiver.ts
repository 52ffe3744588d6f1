import { type JsonObject, ToolError, isObject, parseBounded, readBounded } from "../../contracts/index.ts";
import {
  type Policy,
  fileReports,
  judgementOfReceiver,
  renderConsole,
  shellWord,
  testReceiver,
  trialList,
  trustOf,
} from "../../conformance/index.ts";
import { type ReceiverConfig, loadConfig } from "../../api/config/index.ts";
import type { Command, ExitCode } from "../command.ts";
import { profileOption } from "../compat/profile.ts";
import { profileOf, webhookProfileHelp } from "../conform/profile.ts";
import { parse, usage, wholeNumber } from "../parse.ts";
import { createProgressBar } from "../progress.ts";
import { reportFilesOf, reportLineOf } from "../files/report-files.ts";
import { authenticationOf, authenticationOptions } from "./authentication.ts";
import { exampleEvent } from "./event.ts";
import { policyOption, privateKeyFrom, privateKeyOptions, readKeyFile, secretOf, secretOptions } from "./keys.ts";
import { shownTo } from "./shown.ts";

const help = `Usage: concord webhooks test-receiver URL [options]

Sends signed and forged deliveries to a running receiver, over raw sockets, and judges what it
answers: what is genuine has to be taken (2xx), all else refused (4xx), and never 5xx. Exit code 0:
no failures, 1: failures, 2: could not run. Warnings are for what should be refused though nobody
without the keys could send it, and for bodies of a megabyte, of which nothing is said (§8). Each
finding says what to change.

A genuine delivery goes first: where it is refused, nothing else is sent. Forged ones come after
all that are genuine. A receiver that locks out who sends many of them is told of, and what comes
after that is skipped: let it not do so while it is tested.

While it runs, it serves the public key as the platform does (§4.12), for receivers that fetch it:
  http://127.0.0.1:4012/v1/webhooks/.well-known/public-key?orgId=demo
A receiver that fetches it when it starts is started meanwhile: --wait 30 waits for it. Or let it
have the key of a concord mock that runs (the same key, by --organization and --seed), or give the
private half of a key of yours (--private-key).

Options:
  --policy POLICY       which entries the receiver verifies: v1, v1a or both (default)
  --secret SECRET       the webhook's signing secret, as the receiver has it, for v1 (default: the
                        variable CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     take the secret from this variable
  --private-key FILE    the private half of the receiver's public key, for v1a, in PEM (default: the
                        key that concord mock has for the organization)
  --organization NAME   whose key that is (default demo)
  --seed SEED           of the mock whose key that is (default concord)
  --key-port PORT       where the public key is served (default 4012; any free one if 0)
  --probe URL           answers how many messages have had an effect: a number, or JSON such as
                        {"count":3}. With it, second and forged deliveries are known to do nothing
  --probe-wait SECONDS  so long an effect may take, as where work is queued (default 5)
  --body FILE           an event that the receiver takes, as JSON; its id, time and organization
                        are made anew (default: the example of the platform's contract)
  --event NAME          the event type of the example (default entity.created)
  --api-key NAME:VALUE  what the endpoint wants to be shown (§5.2): this header,
  --basic USER:PASS     these by HTTP Basic,
  --oauth ID:SECRET     or an access token that is had with these
  --token-url URL       from this authorization server
  --scope SCOPE         for this scope
  --only NAME           only this trial, or this family of trials; may be given several times
  --list                list all families and trials, and send nothing
  --timeout SECONDS     for each answer (default 10)
  --wait SECONDS        wait for the receiver to come up (default 0)
  --ca FILE             trust certificates of this authority, in PEM, as well (or else those of
                        NODE_EXTRA_CA_CERTS)
  --insecure            trust any certificate
  --config FILE         take what is not said here from "receiver" in this configuration (default:
                        the concord.config.ts that is found)
${webhookProfileHelp}${reportLineOf(fileReports)}
  --help                show this text

Examples:
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --key-port 0
  concord webhooks test-receiver http://127.0.0.1:4011/hooks --policy v1a --only timestamps --report html:receiver.html --key-port 0
`;

const name = "webhooks test-receiver";

/** `concord webhooks test-receiver`: a receiver, held against what it should take and refuse (§5.3). */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values: said, positionals } = parse(
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
      { positionals: [0, 1] },
    );
    if (said.list) {
      io.out(trialList(policyOf(said.policy)));
      return 0;
    }
    const { file, receiver = {} } = await loadConfig(said.config);
    if (file !== undefined && Object.keys(receiver).length > 0) io.err(`What is not said here is taken from ${file}\n`);
    const values = { ...optionsOf(receiver), ...said };
    const url = positionals[0] ?? receiver.url;
    if (url === undefined) throw usage(name, "it needs the address of a receiver");
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
    const [header] = Object.entries(await shownTo(authentication, name));
    const port = wholeNumber(name, "key-port", values["key-port"] ?? "4012");
    if (port > 65_535) throw usage(name, `--key-port takes a number up to 65535, not "${port}"`);
    const profile = profileOf(name, said.profile);
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
      replay: replayOf(url, said),
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
    io.out(renderConsole(judgement, { colours: io.colours }));
    for (const each of reports) await each.write(each.render({ report, judgement }));
    return exitCodeOf(report);
  },
};

function exitCodeOf({ trials, interrupted }: Awaited<ReturnType<typeof testReceiver>>): ExitCode {
  if (trials.some(({ outcome }) => outcome === "failed")) return 1;
  return interrupted ? 2 : 0;
}

/** A configuration's members are the options, written as one word. */
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
  throw usage(name, `--policy is v1, v1a or both, not "${text}"`);
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
  throw new ToolError("unreadable-document", `Cannot use the event in "${file}": it is no JSON object`, {
    at: { file },
  });
}

/** What names no secret: those are in variables, or have to be said again. */
const unsaid: readonly string[] = ["secret", "api-key", "basic", "oauth", "only", "report"];

function replayOf(url: string, said: Readonly<Record<string, unknown>>): string {
  const options = Object.entries(said)
    .filter(([option]) => !unsaid.includes(option))
    .map(([option, value]) => (value === true ? `--${option}` : `--${option} ${shellWord(String(value))}`));
  return ["npx concord webhooks test-receiver", shellWord(url), ...options].join(" ");
}
