import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  type EndpointAuthentication,
  type ReceivedDelivery,
  TOKEN_PATH,
  createGuard,
  createReceiver,
  maskedTarget,
  post,
  recordOf,
  renderDelivery,
  renderDiagnosis,
  timeText,
  valuesOf,
} from "../../conformance/index.ts";
import { closeServer, startServer } from "../../mock/index.ts";
import type { Command } from "../command.ts";
import { makeFolder } from "../files/make-folder.ts";
import { profileOption } from "../compat/profile.ts";
import { profileOf, webhookProfileHelp } from "../conform/profile.ts";
import { parse, usage, wholeNumber } from "../parse.ts";
import { writeWhole } from "../files/write-whole.ts";
import { authenticationOf, authenticationOptions } from "./authentication.ts";
import { endpointUrl } from "./endpoint-url.ts";
import { eventName } from "./event.ts";
import { chosen, keyHelp, policyOption, secretOf, secretOptions } from "./keys.ts";
import { publicKeyFrom, publicKeyOptions } from "./public-key.ts";

const help = `Usage: concord webhooks listen [options]

Receives deliveries until Ctrl-C, verifies each, and prints what holds, what does not, and what to
do about it. It answers 204, or 401 with the reason. Give it the webhook's secret, the
organization's public key, or both. The public key is read again where a delivery does not verify
and a minute has passed: it may have been replaced.

Options:
  --port N              port to listen on (default 4011; 0 takes any free one)
  --host HOST           address to listen on (default 127.0.0.1)
${keyHelp}
  --policy POLICY       v1, v1a or both: which entries must be there and verify
                        (default: those that there is a key for)
  --tolerance SECONDS   by how much the timestamp may differ from now (default 300)
  --api-key NAME:VALUE  ask each delivery for this header
  --basic USER:PASS     ask for HTTP Basic
  --oauth ID:SECRET     ask for a bearer token, which ${TOKEN_PATH} here gives to this client
  --status N            what is answered where all is well (default 204)
  --forward URL         hand each delivery on, byte by byte with its headers, whatever was found,
                        and answer what comes back
  --save DIR            write each as a file, which verify reads and send sends again
${webhookProfileHelp}  --json                print a line of JSON for each
  --help                show this text

Examples:
  concord webhooks listen --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  concord webhooks listen --public-key "http://127.0.0.1:4010/v1/webhooks/.well-known/public-key?orgId=acme" --token org_acme
  concord webhooks listen --port 0 --public-key fixtures/deliveries/acme.pem --forward http://127.0.0.1:4012/hooks
`;

const name = "webhooks listen";

/** `concord webhooks listen`: a receiver, to see what a platform sends. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse(name, argv, {
      ...secretOptions,
      ...publicKeyOptions,
      ...policyOption,
      ...profileOption,
      ...authenticationOptions,
      port: { type: "string", default: "4011" },
      host: { type: "string", default: "127.0.0.1" },
      tolerance: { type: "string", default: "300" },
      status: { type: "string", default: "204" },
      forward: { type: "string" },
      save: { type: "string" },
      json: { type: "boolean", default: false },
    });
    const port = wholeNumber(name, "port", values.port);
    if (port > 65_535) throw usage(name, `--port takes a number up to 65535, not "${values.port}"`);
    if (!/^2\d\d$/.test(values.status)) throw usage(name, `--status takes 200 to 299, not "${values.status}"`);
    const toleranceSeconds = wholeNumber(name, "tolerance", values.tolerance);
    const authentication = authenticationOf(name, values, { url: TOKEN_PATH });
    const forwardTo = values.forward === undefined ? undefined : endpointUrl(values.forward);
    const known = await publicKeyFrom(values, io, Date.now);
    const { v1, v1a } = chosen(name, values.policy, { v1: secretOf(values, io), v1a: known?.source });
    if (v1 === undefined && v1a === undefined)
      throw usage(name, "it needs --secret, --public-key or both to verify with");
    const { save } = values;
    if (save !== undefined) await makeFolder(save);
    const secretHeaders = headersOf(authentication);
    const counted = { all: 0, taken: 0 };

    const server = createReceiver({
      profile: profileOf(name, values.profile),
      toleranceSeconds,
      status: Number(values.status),
      now: Date.now,
      ...(v1 !== undefined && { secret: v1 }),
      ...(v1a && { publicKey: v1a }),
      ...(known?.organization !== undefined && { keyOrganization: known.organization }),
      ...(authentication && { guard: createGuard(authentication, { now: Date.now, newToken: randomUUID }) }),
      ...(forwardTo !== undefined && {
        forward: (delivery, method) => post(forwardTo, delivery, { method, signal: io.signal }),
      }),
      onMalformed: (reason) => io.err(`What came was no whole request: ${reason}\n`),
      async onDelivery(received) {
        counted.all++;
        if (received.isTaken) counted.taken++;
        const record = recordOf(received, secretHeaders);
        io.out(values.json ? `${JSON.stringify(record)}\n` : textOf(received, secretHeaders, io.colours));
        if (save === undefined) return;
        const file = join(save, fileNameOf(received, counted.all));
        await writeWhole(file, `${JSON.stringify(record, undefined, 2)}\n`).catch((error: unknown) =>
          io.err(`${(error as Error).message}\n`),
        );
      },
    });
    await startServer(server, port, values.host);
    const { port: actual } = server.address() as AddressInfo;
    const url = `http://${values.host.includes(":") ? `[${values.host}]` : values.host}:${actual}`;
    const verified = [v1a && "v1a", v1 !== undefined && "v1"].filter(Boolean).join(" and ");
    io.err(`The receiver listens on ${url} and verifies ${verified}. Ctrl-C ends it.\n`);
    if (authentication?.type === "oauth") io.err(`Access tokens are given at ${url}${TOKEN_PATH}\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    await closeServer(server);
    io.err(`${counted.all} received, ${counted.taken} of them taken\n`);
    return 0;
  },
};

function headersOf(authentication: EndpointAuthentication | undefined): readonly string[] {
  return authentication?.type === "api_key" ? [authentication.header] : [];
}

function textOf(received: ReceivedDelivery, secretHeaders: readonly string[], colours: boolean): string {
  const { delivery, diagnosis, method, status, forwarded, isTaken } = received;
  const event = eventName(delivery.body);
  const title = [
    timeText(delivery.receivedAt),
    `${method} ${maskedTarget(delivery.target)}`,
    ...(event === undefined ? [] : [event]),
    `answered ${status}`,
  ].join("  ");
  const notes = [
    ...received.notes,
    ...(forwarded && "failed" in forwarded ? [`it could not be handed on: ${forwarded.failed}`] : []),
  ];
  return `${renderDiagnosis({ title, ...diagnosis, isTaken, notes }, { colours })}${renderDelivery(delivery, secretHeaders)}\n`;
}

/** In the order in which they came, with what tells them apart. */
function fileNameOf({ delivery }: ReceivedDelivery, count: number): string {
  const time = new Date(delivery.receivedAt).toISOString().replaceAll(/[:.]/g, "-");
  const [id = "no-id"] = valuesOf(delivery, "webhook-id");
  return `${time}-${count}-${id.replaceAll(/[^\w-]/g, "_").slice(0, 60)}.json`;
}
