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
  toDeliveryRecord,
  renderDelivery,
  renderDiagnosis,
  timeText,
  listHeaderValues,
} from "../../conformance/index.ts";
import { closeServer, startServer } from "../../mock/index.ts";
import type { Command } from "../command.ts";
import { makeFolder } from "../files/make-folder.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { webhookProfileOption } from "../conform/profile.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { port, whole } from "../arguments/readers.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { readAuthentication } from "./authentication.ts";
import { endpointUrl } from "./endpoint-url.ts";
import { eventName } from "./event.ts";
import { selectKeys, policyOption, readSigningSecret, secretOptions } from "./keys.ts";
import { publicKeyFrom, publicKeyOptions } from "./public-key.ts";

const options = {
  port: { form: "N", default: "4011", read: port, help: "port to listen on; 0 uses any free port" },
  host: { form: "HOST", default: "127.0.0.1", help: "address to listen on" },
  ...secretOptions,
  ...publicKeyOptions,
  ...policyOption("v1, v1a or both: signatures that are required (default: those with a key)"),
  tolerance: {
    form: "SECONDS",
    default: "300",
    read: whole(),
    help: "maximum difference between the timestamp and now",
  },
  "api-key": { form: "NAME:VALUE", help: "require this header" },
  basic: { form: "USER:PASS", help: "require HTTP Basic authentication" },
  oauth: {
    form: "ID:SECRET",
    help: `require a bearer token, which ${TOKEN_PATH} of this receiver issues to this client`,
  },
  status: { form: "N", default: "204", read: whole(200, 299), help: "status of a successful response" },
  forward: {
    form: "URL",
    help: "forward each delivery unchanged, even if it fails, and return the response",
  },
  save: { form: "DIR", help: "save each delivery as a file for verify and send" },
  ...webhookProfileOption,
  json: { help: "print one line of JSON per delivery" },
} as const satisfies Options;

const help = `Receives webhook deliveries until Ctrl-C, and verifies each.

Usage: concord webhooks listen [options]

Prints the result of each verification, and for a failed one what to do. Responds with 204, or 401
with the reason. Give the webhook's signing secret, the organization's public key, or both. If a
delivery fails and the public key is older than a minute, the key is read again, because it may have
been replaced.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord webhooks listen --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  concord webhooks listen --public-key "http://127.0.0.1:4010/v1/webhooks/.well-known/public-key?orgId=acme" --token org_acme
  concord webhooks listen --port 0 --public-key fixtures/deliveries/acme.pem --forward http://127.0.0.1:4012/hooks

Exit codes: 0 ended by Ctrl-C, 2 could not run.
`;

const name = "webhooks listen";

/** `concord webhooks listen`: receives and verifies deliveries. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parseArgv(name, argv, options);
    const authentication = readAuthentication(name, values, { url: TOKEN_PATH });
    const forwardTo = values.forward === undefined ? undefined : endpointUrl(values.forward);
    const known = await publicKeyFrom(values, io, Date.now);
    const { v1, v1a } = selectKeys(name, values.policy, { v1: readSigningSecret(values, io), v1a: known?.source });
    if (v1 === undefined && v1a === undefined) throw createUsageError(name, "it needs --secret, --public-key or both");
    const { save } = values;
    if (save !== undefined) await makeFolder(save);
    const secretHeaders = listSecretHeaders(authentication);
    const counts = { all: 0, accepted: 0 };

    const server = createReceiver({
      profile: conformanceProfileFor(values.profile, undefined),
      toleranceSeconds: values.tolerance,
      status: values.status,
      now: Date.now,
      ...(v1 !== undefined && { secret: v1 }),
      ...(v1a && { publicKey: v1a }),
      ...(known?.organization !== undefined && { keyOrganization: known.organization }),
      ...(authentication && { guard: createGuard(authentication, { now: Date.now, newToken: randomUUID }) }),
      ...(forwardTo !== undefined && {
        forward: (delivery, method) => post(forwardTo, delivery, { method, signal: io.signal }),
      }),
      onMalformed: (reason) => io.err(`Received an incomplete request: ${reason}\n`),
      async onDelivery(received) {
        counts.all++;
        if (received.isAccepted) counts.accepted++;
        const record = toDeliveryRecord(received, secretHeaders);
        if (values.json) io.out(`${JSON.stringify(record)}\n`);
        else io.out(writeDelivery(received, secretHeaders, io.colours), "styled");
        if (save === undefined) return;
        const file = join(save, nameDeliveryFile(received, counts.all));
        await writeFileAtomically(file, `${JSON.stringify(record, undefined, 2)}\n`).catch((error: unknown) =>
          io.err(`${(error as Error).message}\n`),
        );
      },
    });
    await startServer(server, values.port, values.host);
    const { port: actual } = server.address() as AddressInfo;
    const url = `http://${values.host.includes(":") ? `[${values.host}]` : values.host}:${actual}`;
    const verified = [v1a && "v1a", v1 !== undefined && "v1"].filter(Boolean).join(" and ");
    io.err(`The receiver listens on ${url} and verifies ${verified}. Press Ctrl-C to stop.\n`);
    if (authentication?.type === "oauth") io.err(`Access tokens are issued at ${url}${TOKEN_PATH}\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
    await closeServer(server);
    io.err(`${counts.all} received, ${counts.accepted} accepted\n`);
    return 0;
  },
};

function listSecretHeaders(authentication: EndpointAuthentication | undefined): readonly string[] {
  if (authentication?.type === "api_key") return [authentication.header];
  return [];
}

function writeDelivery(received: ReceivedDelivery, secretHeaders: readonly string[], colours: boolean): string {
  const { delivery, diagnosis, method, status, forwarded, isAccepted } = received;
  const event = eventName(delivery.body);
  const title = [
    timeText(delivery.receivedAt),
    `${method} ${maskedTarget(delivery.target)}`,
    ...(event === undefined ? [] : [event]),
    `response ${status}`,
  ].join("  ");
  const notes = [
    ...received.notes,
    ...(forwarded && "failed" in forwarded ? [`it could not be forwarded: ${forwarded.failed}`] : []),
  ];
  return `${renderDiagnosis({ title, ...diagnosis, isAccepted, notes }, { colours })}${renderDelivery(delivery, secretHeaders)}\n`;
}

/** File name of a delivery: its time, its number and its id. */
function nameDeliveryFile({ delivery }: ReceivedDelivery, count: number): string {
  const time = new Date(delivery.receivedAt).toISOString().replaceAll(/[:.]/g, "-");
  const [id = "no-id"] = listHeaderValues(delivery, "webhook-id");
  return `${time}-${count}-${id.replaceAll(/[^\w-]/g, "_").slice(0, 60)}.json`;
}
