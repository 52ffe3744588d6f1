import { type JsonObject, ToolError } from "../../contracts/index.ts";
import { CREDENTIAL_VARIABLE, curlOfDelivery, post, visible } from "../../conformance/index.ts";
import { withoutCredentials } from "../../mock/index.ts";
import type { Command } from "../command.ts";
import { parse, usage, wholeNumber } from "../parse.ts";
import { authenticationOf, authenticationOptions } from "./authentication.ts";
import { endpointUrl } from "./endpoint-url.ts";
import { eventName } from "./event.ts";
import { chosen, policyOption, privateKeyFrom, privateKeyOptions, secretOf, secretOptions } from "./keys.ts";
import { headersAt, messageOf } from "./message.ts";
import { shownTo } from "./shown.ts";
import { readInput } from "./read-input.ts";

const help = `Usage: concord webhooks send URL [FILE] [options]

Sends a delivery, signed as the platform signs it, and prints the answer. Exit code 0: it is 2xx,
1: it is not, 2: it could not be sent.

FILE is the body, byte by byte, or a delivery that was saved. One that was saved is signed anew,
under the id that it has; without a key to sign with it is sent as it was. - reads standard input.
Without FILE, an example of an event is sent.

Options:
  --secret SECRET       the webhook's signing secret, for v1 (default: the variable
                        CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     take the secret from this variable
  --private-key FILE    the organization's private key, for v1a, in PEM
  --organization NAME   the key that concord mock signs for this organization with
  --seed SEED           of the mock whose key that is (default concord)
  --policy POLICY       v1, v1a or both: which entries are sent (default: those that there is a
                        key for)
  --event NAME          the event type of the example (default entity.created)
  --id ID               the message's id (default: a new one)
  --timestamp TIME      when it is signed: Unix seconds, or so many seconds from now
                        (--timestamp=-301)
  --header NAME:VALUE   a further header; may be given several times. Content-Type takes the place
                        of the one that is sent by itself: JSON, or what a body of a file is
  --api-key NAME:VALUE  show the endpoint this header
  --basic USER:PASS     show it these by HTTP Basic
  --oauth ID:SECRET     get an access token with these, and show it that
  --token-url URL       from this authorization server
  --scope SCOPE         for this scope
  --repeat N            send it so many times, each signed anew under the same id (default 1)
  --dry-run             print it as a curl line, and send nothing
  --help                show this text

Examples:
  concord webhooks send http://127.0.0.1:4011/hooks --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw --organization acme
  concord webhooks send http://127.0.0.1:4011/hooks --organization acme --event order.updated --timestamp=-301
  concord webhooks send http://127.0.0.1:4011/hooks fixtures/deliveries/created.http --repeat 2 --dry-run
`;

const name = "webhooks send";

/** `concord webhooks send`: a delivery, as the platform would send it. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      name,
      argv,
      {
        ...secretOptions,
        ...privateKeyOptions,
        ...policyOption,
        ...authenticationOptions,
        "token-url": { type: "string" },
        scope: { type: "string" },
        event: { type: "string", default: "entity.created" },
        id: { type: "string" },
        timestamp: { type: "string" },
        header: { type: "string", multiple: true, default: [] },
        repeat: { type: "string", default: "1" },
        "dry-run": { type: "boolean", default: false },
      },
      { positionals: [1, 2] },
    );
    const url = endpointUrl(positionals[0] as string);
    const [, file] = positionals;
    const signing = chosen(name, values.policy, { v1: secretOf(values, io), v1a: privateKeyFrom(values) });
    const keys = {
      ...(signing.v1 !== undefined && { secret: signing.v1 }),
      ...(signing.v1a && { privateKey: signing.v1a }),
    };
    const message = await messageOf({
      file: file === undefined ? undefined : { name: file, bytes: await readInput(file, io) },
      event: values.event,
      organization: values.organization,
      id: values.id,
      isSigned: Object.keys(keys).length > 0,
    });
    if (!message.isAsSaved && Object.keys(keys).length === 0)
      throw usage(name, "it needs --secret, --private-key or --organization to sign with");
    if (values.oauth !== undefined && values["token-url"] === undefined) throw usage(name, "--oauth needs --token-url");
    const authentication = authenticationOf(name, values, { url: values["token-url"] ?? "", scope: values.scope });
    const further = values.header.map(headerOf);
    const timestampAt = timestampsOf(values.timestamp);
    const replaced = further.map(([header]) => header.toLowerCase());
    const attempt = () => [
      ...headersAt(message, timestampAt(), keys).filter(
        ([header]) => header.toLowerCase() !== "content-type" || !replaced.includes("content-type"),
      ),
      ...further,
    ];

    if (values["dry-run"]) {
      io.out(`${curlOfDelivery(url, { headers: attempt(), body: message.body, authentication })}\n`);
      if (authentication) io.err(`The line takes the credential from the variable ${CREDENTIAL_VARIABLE}\n`);
      return 0;
    }
    if (message.isAsSaved) io.err("No key to sign with: it is sent as it was saved\n");
    const shown = await shownTo(authentication, "webhooks send");
    const shownNames = Object.keys(shown).map((header) => header.toLowerCase());
    let isTaken = true;
    for (let left = wholeNumber(name, "repeat", values.repeat, 1); left > 0 && !io.signal.aborted; left--) {
      const headers = attempt().filter(([header]) => !shownNames.includes(header.toLowerCase()));
      const answer = await post(
        url,
        { headers: [...headers, ...Object.entries(shown)], body: message.body },
        { signal: io.signal },
      );
      if ("failed" in answer)
        throw new ToolError("unreachable-target", `Cannot reach "${url}": ${answer.failed}`, {
          hint: "Start the receiver first, for example with: concord webhooks listen",
        });
      const event = eventName(message.body);
      const said = withoutCredentials(Buffer.from(answer.body).toString(), { ...authentication } as JsonObject, shown);
      io.out(`POST ${url}  ${event === undefined ? "" : `${event}  `}${message.id}  answered ${answer.status}\n`);
      if (said !== "") io.out(`${said.trimEnd().split("\n").map(visible).join("\n")}\n`);
      isTaken &&= answer.status >= 200 && answer.status < 300;
    }
    if (!isTaken) return 1;
    return io.signal.aborted ? 2 : 0;
  },
};

function headerOf(text: string): readonly [name: string, value: string] {
  const [, header, value] = /^([!#$%&'*+\-.^_`|~\w]+):\s*([\t -~\u0080-\u00ff]*)$/.exec(text) ?? [];
  if (header !== undefined && value !== undefined) return [header, value];
  throw usage(name, `--header takes a name, a colon and a value, not "${text.split(":")[0]}"`);
}

/** When each attempt is signed, in Unix seconds. */
function timestampsOf(text: string | undefined): () => number {
  const seconds = (): number => Math.floor(Date.now() / 1000);
  if (text === undefined) return seconds;
  if (/^[+-]\d+$/.test(text)) return () => seconds() + Number(text);
  const fixed = wholeNumber(name, "timestamp", text);
  return () => fixed;
}
