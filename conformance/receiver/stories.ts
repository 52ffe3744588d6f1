import type { Topic } from "../model/citations.ts";
import type { Effects } from "./effects.ts";
import { forgedFrom, forgedMethods } from "./forged.ts";
import { type TrialJudgement, describeResult, isTakenResult } from "./judge.ts";
import type { Sending, Sent } from "./sending.ts";
import type { Trial } from "./trial.ts";

/** Trial that needs several deliveries. */
export interface Story {
  readonly family: string;
  readonly name: string;
  readonly about: string;
  readonly topic: Topic;
  readonly remedy: string;
  /** Plays the story. Returns the judgement, with the delivery that shows it. */
  play(stage: Stage): Promise<StoryResult>;
}

/** Tools for a story. */
interface Stage {
  /** Genuine delivery. */
  readonly genuine: Trial;
  readonly sending: Sending;
  readonly newId: () => string;
  /** Counter of effects, or the reason why there is none. */
  readonly effects: Effects | string;
  /** Id of the first delivery of the run, which was accepted. */
  readonly firstId: string;
}

interface StoryResult {
  readonly judgement: TrialJudgement;
  readonly sent?: Sent;
}

const passed: TrialJudgement = { outcome: "passed" };

const remember =
  "Store the webhook-id of each processed message for longer than the provider may deliver it again, at least a day. Ignore a message whose id is stored.";

/** Catalogue of stories. The platform retries a message without a response, with the same id and a new timestamp. */
export const stories: readonly Story[] = [
  {
    family: "effects",
    name: "other-methods-without-effect",
    about: "A forged delivery by another method than POST has no effect",
    topic: "verification",
    remedy: "Verify every request to the endpoint, or respond with 405 to all methods except POST.",
    async play({ genuine, sending, effects }) {
      const before = typeof effects === "string" ? effects : await effects.open();
      const all: Sent[] = [];
      for (const forged of forgedMethods(genuine)) all.push(await sending.send(forged));
      const count = typeof before === "string" || typeof effects === "string" ? before : await effects.close(0);
      const accepted = all.filter(({ result }) => isTakenResult(result));
      const [sent] = accepted.length > 0 ? accepted : all;
      const methods = accepted.map(({ trial }) => trial.method).join(" and ");
      if (typeof count === "number" && count > 0)
        return {
          judgement: failed(`The probe shows ${count} effects of forged deliveries by PUT, PATCH and GET`),
          ...(sent && { sent }),
        };
      // A page for GET is no fault, and without a probe it is not known to have an effect.
      if (typeof count === "number" || accepted.every(({ trial }) => trial.method === "GET"))
        return { judgement: passed };
      const message = `A forged delivery by ${methods} got a 2xx response: without --probe it is unknown if it had an effect`;
      return { judgement: { outcome: "warned", message }, ...(sent && { sent }) };
    },
  },
  {
    family: "redelivery",
    name: "redelivery-taken",
    about: "A message is delivered a second time, with the same id",
    topic: "delivery-attempts",
    remedy:
      "Respond with 2xx to a message that you have already processed: the provider repeats a delivery until it gets a response.",
    async play({ genuine, sending, newId, effects }) {
      const id = newId();
      if (typeof effects !== "string") await effects.open();
      const first = await sending.send(genuine, { id, age: 5 });
      if (!isTakenResult(first.result)) return untaken(first);
      const sent = await sending.send(genuine, { id });
      if (typeof effects !== "string") await effects.close(1);
      if (isTakenResult(sent.result)) return { judgement: passed, sent };
      const message = `The receiver should accept the second delivery of a message (2xx), but ${describeResult(sent.result)}`;
      const isRefusal = "status" in sent.result && sent.result.status < 500;
      return { judgement: { outcome: isRefusal ? "warned" : "failed", message }, sent };
    },
  },
  {
    family: "effects",
    name: "forged-before-genuine",
    about: "A message has its effect after a forged delivery with its id",
    topic: "verification",
    remedy:
      "Store the webhook-id of a delivery after it is verified, not before: otherwise a forger who guesses an id blocks its message.",
    play: (stage) =>
      counting(
        stage,
        "A genuine message after a forged delivery with its id, and another message",
        2,
        async (deliver) => {
          const id = stage.newId();
          await stage.sending.send(forgedFrom(stage.genuine), { id });
          const sent = await deliver(id);
          await deliver(stage.newId());
          return sent;
        },
      ),
  },
  {
    family: "replays",
    name: "forged-after-genuine",
    about: "A forged delivery has the id of a message that was accepted",
    topic: "verification",
    remedy: "Verify each delivery before you check if its webhook-id is known.",
    async play({ genuine, sending, newId, effects }) {
      const id = newId();
      if (typeof effects !== "string") await effects.open();
      const first = await sending.send(genuine, { id, age: 5 });
      if (!isTakenResult(first.result)) return untaken(first);
      const sent = await sending.send(forgedFrom(genuine), { id });
      if (typeof effects !== "string") await effects.close(1);
      if (!isTakenResult(sent.result)) return { judgement: passed, sent };
      const message = `A forged delivery with a known webhook-id should be refused, but ${describeResult(sent.result)}`;
      return { judgement: failed(message), sent };
    },
  },
  {
    family: "redelivery",
    name: "redelivery-no-second-effect",
    about: "A message that is delivered again, after another one, has no second effect",
    topic: "delivery-attempts",
    remedy: remember,
    play: (stage) =>
      counting(stage, "One message delivered three times, and another between them", 2, async (deliver, again) => {
        const id = stage.newId();
        await deliver(id, 5);
        await again(id, 3);
        await deliver(stage.newId());
        return again(id);
      }),
  },
  {
    family: "redelivery",
    name: "redelivery-at-once",
    about: "A message that is delivered twice at the same time has one effect",
    topic: "delivery-attempts",
    remedy:
      "Let only one of several deliveries of a webhook-id be processed, for example with a unique key in the database.",
    play: (stage) =>
      counting(stage, "One message delivered twice at the same time, and another once", 2, async (deliver, again) => {
        const id = stage.newId();
        const both = await Promise.all([again(id), again(id)]);
        await deliver(stage.newId());
        return both.find(({ result }) => !isTakenResult(result)) ?? both[0];
      }),
  },
  {
    family: "redelivery",
    name: "redelivery-after-all-others",
    about: "The first message of the run is delivered again, after all others",
    topic: "delivery-attempts",
    remedy: remember,
    play: (stage) =>
      counting(stage, "The first message of the run delivered again, and another once", 1, async (deliver, again) => {
        const sent = await again(stage.firstId);
        await deliver(stage.newId());
        return sent;
      }),
  },
];

/** Sends a genuine delivery with an id, signed `age` seconds ago. */
type Deliver = (id: string, age?: number) => Promise<Sent>;

/** Counts the effects of deliveries. Those by `deliver` must be accepted; those by `again` may be refused. */
async function counting(
  { genuine, sending, effects }: Stage,
  what: string,
  expected: number,
  play: (deliver: Deliver, again: Deliver) => Promise<Sent>,
): Promise<StoryResult> {
  if (typeof effects === "string") return { judgement: skipped(effects) };
  const before = await effects.open();
  if (typeof before === "string") return { judgement: skipped(before) };
  let refused: Sent | undefined;
  const again: Deliver = (id, age = 0) => sending.send(genuine, { id, age });
  const sent = await play(async (id, age) => {
    const delivered = await again(id, age);
    if (!isTakenResult(delivered.result)) refused ??= delivered;
    return delivered;
  }, again);
  const count = await effects.close(refused ? 0 : expected);
  if (refused) return untaken(refused);
  if (typeof count === "string") return { judgement: skipped(count), sent };
  if (count === expected) return { judgement: passed, sent };
  return { judgement: failed(`${what}, had ${count} effects according to the probe, not ${expected}`), sent };
}

function untaken(sent: Sent): StoryResult {
  return { judgement: skipped(`A genuine delivery was not accepted: ${describeResult(sent.result)}`), sent };
}

function skipped(message: string): TrialJudgement {
  return { outcome: "skipped", message };
}

function failed(message: string): TrialJudgement {
  return { outcome: "failed", message };
}
