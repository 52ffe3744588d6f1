import { type JsonObject, ToolError, omitUndefined } from "../../contracts/index.ts";
import { CREDENTIAL_VARIABLE, curlOfDelivery, post, escapeControlCharacters } from "../../conformance/index.ts";
import { withoutCredentials } from "../../mock/index.ts";
import type { Command } from "../command.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { whole } from "../arguments/readers.ts";
import { readAuthentication, authenticationOptions, tokenServerOptions } from "./authentication.ts";
import { endpointUrl } from "./endpoint-url.ts";
import { eventName } from "./event.ts";
import {
  selectKeys,
  policyOption,
  privateKeyFrom,
  privateKeyOptions,
  readSigningSecret,
  secretOptions,
} from "./keys.ts";
import { signHeaders, loadMessage } from "./message.ts";
import { authenticationHeaders } from "./authentication-headers.ts";
import { readInput } from "./read-input.ts";

const options = {
  ...secretOptions,
  ...privateKeyOptions,
  ...policyOption("v1, v1a or both: signatures to send (default: those with a key)"),
  event: { form: "NAME", default: "entity.created", help: "event type of the example" },
  id: { form: "ID", help: "id of the message (default: a new one)" },
  timestamp: {
    form: "TIME",
    read: readTimestamps,
    help: "time of signing: Unix seconds, or seconds relative to now (--timestamp=-301)",
  },
  header: {
    form: "NAME:VALUE",
    multiple: true,
    read: readHeader,
    help: "additional header. Content-Type replaces the default, which depends on the body",
  },
  ...authenticationOptions,
  ...tokenServerOptions,
  repeat: {
    form: "N",
    default: "1",
    read: whole(1),
    help: "number of attempts, each signed again with the same id",
  },
  "dry-run": { help: "print a curl command instead of sending" },
} as const satisfies Options;

const help = `Sends a signed webhook delivery, and prints the response.

Usage: concord webhooks send URL [FILE] [options]

FILE is a body, or a saved delivery; - reads standard input. A saved delivery keeps its id and is
signed again; without a key it is sent as it was saved. Without FILE, the command sends an example
of an event.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord webhooks send http://127.0.0.1:4011/hooks --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --organization acme
  concord webhooks send http://127.0.0.1:4011/hooks --organization acme --event order.updated --timestamp=-301
  concord webhooks send http://127.0.0.1:4011/hooks fixtures/deliveries/created.http --repeat 2 --dry-run

Exit codes: 0 every response was 2xx, 1 another status, 2 could not send.
`;

const name = "webhooks send";

/** `concord webhooks send`: sends a signed delivery. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv(name, argv, options, "URL [FILE]");
    const url = endpointUrl(positionals[0] as string);
    const [, file] = positionals;
    const signing = selectKeys(name, values.policy, { v1: readSigningSecret(values, io), v1a: privateKeyFrom(values) });
    const keys = omitUndefined({
      secret: signing.v1,
      privateKey: signing.v1a,
    });
    const message = await loadMessage({
      file: file === undefined ? undefined : { name: file, bytes: await readInput(file, io) },
      event: values.event,
      organization: values.organization,
      id: values.id,
      isSigned: Object.keys(keys).length > 0,
    });
    if (!message.isAsSaved && Object.keys(keys).length === 0)
      throw createUsageError(name, "it needs a key for signing: --secret, --private-key or --organization");
    if (values.oauth !== undefined && values["token-url"] === undefined)
      throw createUsageError(name, "--oauth needs --token-url");
    const authentication = readAuthentication(name, values, { url: values["token-url"] ?? "", scope: values.scope });
    const { header: additional = [], timestamp: timestampAt = currentSeconds } = values;
    const replaced = additional.map(([header]) => header.toLowerCase());
    const signAttempt = () => [
      ...signHeaders(message, timestampAt(), keys).filter(
        ([header]) => header.toLowerCase() !== "content-type" || !replaced.includes("content-type"),
      ),
      ...additional,
    ];

    if (values["dry-run"]) {
      io.out(`${curlOfDelivery(url, { headers: signAttempt(), body: message.body, authentication })}\n`);
      if (authentication) io.err(`The command reads the credential from the variable ${CREDENTIAL_VARIABLE}\n`);
      return 0;
    }
    if (message.isAsSaved) io.err("No key for signing: the delivery is sent as it was saved\n");
    const credentials = await authenticationHeaders(authentication, "webhooks send");
    const credentialNames = Object.keys(credentials).map((header) => header.toLowerCase());
    let isAccepted = true;
    for (let left = values.repeat; left > 0 && !io.signal.aborted; left--) {
      const headers = signAttempt().filter(([header]) => !credentialNames.includes(header.toLowerCase()));
      const response = await post(
        url,
        { headers: [...headers, ...Object.entries(credentials)], body: message.body },
        { signal: io.signal },
      );
      if ("failed" in response)
        throw new ToolError("unreachable-target", `Cannot reach "${url}": ${response.failed}`, {
          hint: "Start the receiver first, for example with: concord webhooks listen",
        });
      const event = eventName(message.body);
      const text = withoutCredentials(
        Buffer.from(response.body).toString(),
        { ...authentication } as JsonObject,
        credentials,
      );
      io.out(`POST ${url}  ${event === undefined ? "" : `${event}  `}${message.id}  response ${response.status}\n`);
      if (text !== "") io.out(`${text.trimEnd().split("\n").map(escapeControlCharacters).join("\n")}\n`);
      isAccepted &&= response.status >= 200 && response.status < 300;
    }
    if (!isAccepted) return 1;
    return io.signal.aborted ? 2 : 0;
  },
};

function readHeader(text: string, option: string): readonly [name: string, value: string] {
  const [, header, value] = /^([!#$%&'*+\-.^_`|~\w]+):\s*([\t -~\u0080-\u00ff]*)$/.exec(text) ?? [];
  if (header !== undefined && value !== undefined) return [header, value];
  throw new RangeError(`${option} must be a name, a colon and a value, not "${text.split(":")[0]}"`);
}

/** Reads the times of the attempts, in Unix seconds. */
function readTimestamps(text: string, option: string): () => number {
  if (/^[+-]\d+$/.test(text)) return () => currentSeconds() + Number(text);
  const fixed = whole()(text, option);
  return () => fixed;
}

function currentSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
