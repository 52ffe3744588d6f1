import {
  type SavedDelivery,
  diagnose,
  readDeliveries,
  renderDiagnosis,
  timeText,
  listHeaderValues,
} from "../../conformance/index.ts";
import type { Command } from "../command.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { webhookProfileOption } from "../conform/profile.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { reader, whole } from "../arguments/readers.ts";
import { selectKeys, policyOption, readSigningSecret, secretOptions } from "./keys.ts";
import { publicKeyFrom, publicKeyOptions, parsePublicKey } from "./public-key.ts";
import { readInput } from "./read-input.ts";

const options = {
  ...secretOptions,
  ...publicKeyOptions,
  ...policyOption("v1, v1a or both: signatures that are required (default: those with a key)"),
  now: {
    form: "TIME",
    read: reader("Unix seconds, a time such as 2026-03-01T09:30:00Z, or now", readTime),
    help: "time of the verification: Unix seconds, an RFC 3339 time, or now (default: when it was received, or else its own timestamp)",
  },
  tolerance: {
    form: "SECONDS",
    read: whole(),
    help: "maximum difference from the timestamp (default: that of a test vector, or 300)",
  },
  ...webhookProfileOption,
  json: { help: "print JSON" },
} as const satisfies Options;

const help = `Verifies saved webhook deliveries, step by step.

Usage: concord webhooks verify FILE ... [options]

Checks the id, the timestamp and each signature. For a failed signature, the command names the cause
if it can find it: a body that was parsed and serialized again, an added or missing newline, swapped
signatures, a secret that was not decoded. A test vector states its expected result, and passes if
that is the result.

FILE is an HTTP request (headers, an empty line, the body), or JSON: a file or a line of listen, the
log of a mock's deliveries, test vectors with their own keys, or the request object of a serverless
function. - reads standard input.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord webhooks verify fixtures/deliveries/created.http --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  concord webhooks verify fixtures/deliveries/created.http --public-key fixtures/deliveries/acme.pem --now 1772357400

Exit codes: 0 all verify, 1 one does not, 2 could not run.
`;

const name = "webhooks verify";

/** `concord webhooks verify`: verifies saved deliveries. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv(name, argv, options, "FILE...");
    const { now, tolerance } = values;
    const secret = readSigningSecret(values, io);
    const profile = conformanceProfileFor(values.profile, undefined);
    const known = await publicKeyFrom(values, io, Date.now);
    const deliveries: (readonly [title: string, delivery: SavedDelivery])[] = [];
    for (const file of positionals)
      for (const delivery of readDeliveries(await readInput(file, io), file))
        deliveries.push([delivery.name === undefined ? file : `${file}: ${delivery.name}`, delivery]);

    const verdicts = deliveries.map(([title, delivery]) => {
      const { publicKey: ownKey } = delivery;
      const { v1, v1a } = selectKeys(name, values.policy, {
        v1: secret ?? delivery.secret,
        v1a: known?.source.key ?? (ownKey === undefined ? undefined : parsePublicKey(ownKey, title)),
      });
      if (v1 === undefined && v1a === undefined)
        throw createUsageError(name, "it needs --secret, --public-key or both");
      const [time, origin] = chooseVerifyTime(delivery, now);
      const diagnosis = diagnose(delivery, {
        now: time,
        profile,
        toleranceSeconds: tolerance ?? delivery.toleranceSeconds ?? 300,
        ...(v1 !== undefined && { secret: v1 }),
        ...(v1a !== undefined && { publicKey: v1a }),
        ...(known?.organization !== undefined && { keyOrganization: known.organization }),
      });
      const isAccepted = diagnosis.verdict === "ok";
      const expected = delivery.expected?.[v1 === undefined ? "v1a" : v1a === undefined ? "v1" : "both"];
      const isRight = diagnosis.verdict === (expected ?? "ok");
      const notes = [
        `verified for ${timeText(time)}, ${origin}`,
        ...(expected === undefined ? [] : [`${isRight ? "as" : "not as"} the file expects: ${expected}`]),
        ...(delivery.notes ?? []),
      ];
      if (values.json) io.out(`${JSON.stringify({ title, ...diagnosis, notes })}\n`);
      else io.out(renderDiagnosis({ title, ...diagnosis, isAccepted, notes }, { colours: io.colours }), "styled");
      return { isAccepted, isRight };
    });
    const verified = verdicts.filter(({ isAccepted }) => isAccepted).length;
    const unexpected = verdicts.filter(({ isRight }) => !isRight).length;
    if (verdicts.length > 1) {
      const summary = `${verdicts.length} deliveries: ${verified} verify, ${verdicts.length - verified} do not`;
      const isExpected = deliveries.some(([, { expected }]) => expected !== undefined);
      io.err(`${summary}${isExpected ? `; ${unexpected} not as expected` : ""}\n`);
    }
    return unexpected === 0 ? 0 : 1;
  },
};

/** Time for the verification of a delivery, in milliseconds, and the origin of this time. */
function chooseVerifyTime(delivery: SavedDelivery, given: number | undefined): readonly [time: number, origin: string] {
  if (given !== undefined) return [given, "from --now"];
  if (delivery.receivedAt !== undefined) return [delivery.receivedAt, "when it was received"];
  const timestamp = Number(listHeaderValues(delivery, "webhook-timestamp")[0]) * 1000;
  if (Number.isFinite(timestamp))
    return [timestamp, "its own timestamp, because its time of receipt is unknown: its age is not checked"];
  return [Date.now(), "now"];
}

function readTime(text: string): number | undefined {
  if (text === "now") return Date.now();
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
