import {
  type SavedDelivery,
  diagnose,
  readDeliveries,
  renderDiagnosis,
  timeText,
  valuesOf,
} from "../../conformance/index.ts";
import type { Command } from "../command.ts";
import { profileOption } from "../compat/profile.ts";
import { profileOf, webhookProfileHelp } from "../conform/profile.ts";
import { parse, usage, wholeNumber } from "../parse.ts";
import { chosen, keyHelp, policyOption, secretOf, secretOptions } from "./keys.ts";
import { publicKeyFrom, publicKeyOptions, publicKeyIn } from "./public-key.ts";
import { readInput } from "./read-input.ts";

const help = `Usage: concord webhooks verify FILE ... [options]

Verifies deliveries that were saved, and says step by step what holds: the id, the timestamp, each
entry of the signature; and what went wrong, where that is recognised: a body that was parsed and
written again, a newline more or less, entries swapped, a secret that was not decoded. Exit code 0:
all verify, 1: one does not, 2: could not run. A vector says itself what has to be said of it: it
is right where that is what is found.

FILE is an HTTP request (headers, an empty line, the body byte by byte), or JSON: what listen saves
or prints, the log of a mock's deliveries, vectors with their own keys, or a request as a function
in a cloud gets it. - reads standard input.

Options:
${keyHelp}
  --policy POLICY       v1, v1a or both: which entries must be there and verify
                        (default: those that there is a key for)
  --now TIME            when it is judged: Unix seconds, an RFC 3339 time, or now
                        (default: when it was received, or else its own timestamp)
  --tolerance SECONDS   by how much the timestamp may differ (default 300)
${webhookProfileHelp}  --json                print JSON
  --help                show this text

Examples:
  concord webhooks verify fixtures/deliveries/created.http --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  concord webhooks verify fixtures/deliveries/created.http --public-key fixtures/deliveries/acme.pem --now 1772357400
`;

const name = "webhooks verify";

/** `concord webhooks verify`: deliveries that were saved. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      name,
      argv,
      {
        ...secretOptions,
        ...publicKeyOptions,
        ...policyOption,
        ...profileOption,
        now: { type: "string" },
        tolerance: { type: "string" },
        json: { type: "boolean", default: false },
      },
      { positionals: [1, Number.POSITIVE_INFINITY] },
    );
    const now = values.now === undefined ? undefined : momentOf(values.now);
    const tolerance = values.tolerance === undefined ? undefined : wholeNumber(name, "tolerance", values.tolerance);
    const secret = secretOf(values, io);
    const profile = profileOf(name, values.profile);
    const known = await publicKeyFrom(values, io, Date.now);
    const deliveries: (readonly [title: string, delivery: SavedDelivery])[] = [];
    for (const file of positionals)
      for (const delivery of readDeliveries(await readInput(file, io), file))
        deliveries.push([delivery.name === undefined ? file : `${file}: ${delivery.name}`, delivery]);

    const verdicts = deliveries.map(([title, delivery]) => {
      const { publicKey: ownKey } = delivery;
      const { v1, v1a } = chosen(name, values.policy, {
        v1: secret ?? delivery.secret,
        v1a: known?.source.key ?? (ownKey === undefined ? undefined : publicKeyIn(ownKey, title)),
      });
      if (v1 === undefined && v1a === undefined)
        throw usage(name, "it needs --secret, --public-key or both to verify with");
      const [time, told] = timeOf(delivery, now);
      const diagnosis = diagnose(delivery, {
        now: time,
        profile,
        toleranceSeconds: tolerance ?? delivery.toleranceSeconds ?? 300,
        ...(v1 !== undefined && { secret: v1 }),
        ...(v1a !== undefined && { publicKey: v1a }),
        ...(known?.organization !== undefined && { keyOrganization: known.organization }),
      });
      const isTaken = diagnosis.verdict === "ok";
      const expected = delivery.expected?.[v1 === undefined ? "v1a" : v1a === undefined ? "v1" : "both"];
      const isRight = diagnosis.verdict === (expected ?? "ok");
      const notes = [
        `judged at ${timeText(time)}, ${told}`,
        ...(expected === undefined ? [] : [`${isRight ? "as" : "not as"} the file expects: ${expected}`]),
        ...(delivery.notes ?? []),
      ];
      io.out(
        values.json
          ? `${JSON.stringify({ title, ...diagnosis, notes })}\n`
          : renderDiagnosis({ title, ...diagnosis, isTaken, notes }, { colours: io.colours }),
      );
      return { isTaken, isRight };
    });
    const taken = verdicts.filter(({ isTaken }) => isTaken).length;
    const wrong = verdicts.filter(({ isRight }) => !isRight).length;
    if (verdicts.length > 1) {
      const told = `${verdicts.length} deliveries: ${taken} verify, ${verdicts.length - taken} do not`;
      const isExpected = deliveries.some(([, { expected }]) => expected !== undefined);
      io.err(`${told}${isExpected ? `; ${wrong} not as expected` : ""}\n`);
    }
    return wrong === 0 ? 0 : 1;
  },
};

/** At what time a delivery is judged, in milliseconds, and what that is. */
function timeOf(delivery: SavedDelivery, said: number | undefined): readonly [time: number, told: string] {
  if (said !== undefined) return [said, "as --now says"];
  if (delivery.receivedAt !== undefined) return [delivery.receivedAt, "when it was received"];
  const own = Number(valuesOf(delivery, "webhook-timestamp")[0]) * 1000;
  return Number.isFinite(own)
    ? [own, "its own timestamp, since nothing says when it was received: its age is not judged"]
    : [Date.now(), "now"];
}

function momentOf(text: string): number {
  const time = text === "now" ? Date.now() : /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw usage(name, `--now takes Unix seconds, a time such as 2026-03-01T09:30:00Z, or now, not "${text}"`);
}
