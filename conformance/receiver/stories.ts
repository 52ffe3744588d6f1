import type { Judged } from "./judge.ts";
import type { Probe } from "./probe.ts";
import type { Sending, Sent } from "./sending.ts";
import type { Trial } from "./trial.ts";

/** Something that takes several deliveries to be found out. */
export interface Story {
  readonly family: string;
  readonly name: string;
  readonly about: string;
  readonly section: string;
  readonly remedy: string;
  /** What was found, and the delivery that shows it. */
  play(stage: Stage): Promise<Played>;
}

/** What a story is played with. */
interface Stage {
  /** A genuine delivery. */
  readonly genuine: Trial;
  readonly sending: Sending;
  readonly newId: () => string;
  readonly probe: Probe | undefined;
  /** What was sent to be refused, and how many effects the probe had counted before and after. */
  readonly refusals: Refusals;
}

interface Refusals {
  readonly deliveries: number;
  /** How many of them were answered 2xx all the same. */
  readonly taken: number;
  readonly before: number | string | undefined;
  readonly after: number | string | undefined;
}

interface Played {
  readonly judged: Judged;
  readonly sent?: Sent;
}

const passed: Judged = { outcome: "passed" };

const noProbe = "No probe was given that tells how many messages have had an effect";

/** The platform delivers a message again that it had no answer to, with the same id and a new timestamp. */
export const stories: readonly Story[] = [
  {
    family: "effects",
    name: "refused-without-effect",
    about: "What is refused has no effect",
    section: "5.3.8",
    remedy: "Verify a delivery before anything is done with it.",
    async play({ refusals: { deliveries, taken, before, after } }) {
      if (before === undefined || after === undefined) return { judged: skipped(noProbe) };
      if (typeof before === "string") return { judged: skipped(before) };
      if (typeof after === "string") return { judged: skipped(after) };
      // What was taken is a finding of its own.
      const effects = after - before - taken;
      if (effects <= 0) return { judged: passed };
      const message = `Of ${deliveries} deliveries that are to be refused, ${taken} were taken, but ${after - before} had an effect by the probe`;
      return { judged: { outcome: "failed", message } };
    },
  },
  {
    family: "redelivery",
    name: "redelivery-taken",
    about: "A message comes a second time, under the same id",
    section: "6",
    remedy: "Answer 2xx to a message that you have had before: the platform delivers again what it has no answer to.",
    async play({ genuine, sending, newId }) {
      const sent = await sendTwice(genuine, sending, newId());
      if ("status" in sent.result && isTaken(sent)) return { judged: passed, sent };
      const message = `The second delivery of a message should be taken (2xx), but ${answerOf(sent)}`;
      return {
        judged: { outcome: "failed" in sent.result || sent.result.status >= 500 ? "failed" : "warned", message },
        sent,
      };
    },
  },
  {
    family: "redelivery",
    name: "redelivery-no-second-effect",
    about: "A message that comes a second time has no second effect",
    section: "6",
    remedy: "Remember the webhook-id of what you have done, and do nothing for one that you know.",
    play: (stage) => counting(stage, (id) => sendTwice(stage.genuine, stage.sending, id)),
  },
  {
    family: "effects",
    name: "forged-before-genuine",
    about: "A message has its effect though a forged delivery under its id came first",
    section: "5.3.8",
    remedy:
      "Remember the webhook-id of a delivery once it is verified, and not before: else whoever guesses an id keeps its message out.",
    async play({ genuine, sending, newId, probe }) {
      if (!probe) return { judged: skipped(noProbe) };
      const before = await probe.count();
      if (typeof before === "string") return { judged: skipped(before) };
      const moment = { now: seconds(), id: newId() };
      await sending.sendAt(forgedFrom(genuine), moment);
      const sent = await sending.sendAt(genuine, moment);
      const after = await probe.settledAt(before + 1);
      if (typeof after === "string") return { judged: skipped(after), sent };
      if (after > before) return { judged: passed, sent };
      const message = "A genuine message had no effect by the probe after a forged delivery under the same id";
      return { judged: { outcome: "failed", message }, sent };
    },
  },
  {
    family: "redelivery",
    name: "redelivery-at-once",
    about: "A message that comes twice at the same time has one effect",
    section: "6",
    remedy:
      "Let one of several deliveries of a webhook-id win, with a unique key in the database, say, before anything is done.",
    play: (stage) =>
      counting(stage, async (id) => {
        const moment = { now: seconds(), id };
        const both = [stage.sending.sendAt(stage.genuine, moment), stage.sending.sendAt(stage.genuine, moment)];
        return (await Promise.all(both))[0] as Sent;
      }),
  },
];

/** Sends a message, and once more: signed anew, and so with another timestamp. */
async function sendTwice(genuine: Trial, sending: Sending, id: string): Promise<Sent> {
  const now = seconds();
  await sending.sendAt(genuine, { now: now - 5, id });
  return sending.sendAt(genuine, { now, id });
}

/** The same delivery, whose body is not the one that was signed. */
function forgedFrom(genuine: Trial): Trial {
  const make: Trial["make"] = (moment) => {
    const { headers, body } = genuine.make(moment);
    return { headers, body: Buffer.concat([body, Buffer.from(" ")]) };
  };
  return { ...genuine, make };
}

/** Lets a message come twice, then another one once: together they must have two effects. */
async function counting(
  { genuine, sending, newId, probe }: Stage,
  twice: (id: string) => Promise<Sent>,
): Promise<Played> {
  if (!probe) return { judged: skipped(noProbe) };
  const before = await probe.count();
  if (typeof before === "string") return { judged: skipped(before) };
  const sent = await twice(newId());
  await sending.sendAt(genuine, { now: seconds(), id: newId() });
  const after = await probe.settledAt(before + 2);
  if (typeof after === "string") return { judged: skipped(after), sent };
  const effects = after - before;
  if (effects === 2) return { judged: passed, sent };
  const message = `One message delivered twice, and another once, had ${effects} effects by the probe, not 2`;
  return { judged: { outcome: "failed", message }, sent };
}

function skipped(message: string): Judged {
  return { outcome: "skipped", message };
}

function isTaken({ result }: Sent): boolean {
  return "status" in result && result.status >= 200 && result.status < 300;
}

function answerOf({ result }: Sent): string {
  return "status" in result ? `was answered ${result.status}` : result.failed;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
