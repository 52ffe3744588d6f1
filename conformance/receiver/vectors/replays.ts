import { DAY, bothInvalid, genuineDelivery, tamperedDelivery } from "./by-hand.ts";
import { eventWith } from "./events.ts";
import { family } from "./family.ts";
import type { Materials, Vector } from "./vector.ts";

const asSigned = "Verify over webhook-timestamp as it was sent, and compare the same value with the current time.";
const ofHeader = "Take the time of a delivery from webhook-timestamp, never from its body.";

/** Recorded deliveries of yesterday that are sent again. */
export const replays: readonly Vector[] = family("replays", "verification", [
  {
    name: "replay-as-it-was",
    about: "A delivery of yesterday, with nothing changed",
    expected: "timestamp-too-old",
    remedy: "Refuse a webhook-timestamp that differs from the current time by more than 300 seconds.",
    make: (materials) => genuineDelivery(materials, { timestamp: yesterday(materials) }),
  },
  {
    name: "replay-with-a-new-timestamp",
    about: "A delivery of yesterday, with the current time as its timestamp",
    expected: bothInvalid,
    remedy: asSigned,
    make: (materials) =>
      tamperedDelivery(materials, { timestamp: String(materials.now) }, { timestamp: yesterday(materials) }),
  },
  {
    name: "replay-with-a-word-for-timestamp",
    about: "A delivery of yesterday, with a word as its timestamp",
    expected: "malformed-timestamp",
    remedy: "Refuse a webhook-timestamp that is not only digits, before you compare it.",
    make: (materials) => tamperedDelivery(materials, { timestamp: "now" }, { timestamp: yesterday(materials) }),
  },
  {
    name: "replay-a-second-younger",
    about: "A delivery whose timestamp is a second later than the signed one",
    expected: bothInvalid,
    remedy: asSigned,
    make: (materials) =>
      tamperedDelivery(materials, { timestamp: String(materials.now) }, { timestamp: String(materials.now - 1) }),
  },
  {
    name: "replay-with-a-recent-time-in-the-body",
    about: "A delivery of yesterday, whose body has the current time",
    expected: "timestamp-too-old",
    remedy: ofHeader,
    make: (materials) =>
      genuineDelivery(materials, { timestamp: yesterday(materials), body: dated(materials, materials.now) }),
  },
  {
    name: "replay-none-but-an-old-time-in-the-body",
    about: "A current delivery, whose body is about an event of yesterday",
    expected: "ok",
    remedy: ofHeader,
    make: (materials) => genuineDelivery(materials, { body: dated(materials, materials.now - DAY) }),
  },
]);

function yesterday({ now }: Materials): string {
  return String(now - DAY);
}

/** Event with its time under the usual names. */
function dated(materials: Materials, seconds: number): Uint8Array {
  const date = new Date(seconds * 1000).toISOString();
  return eventWith(materials, `"timestamp":${seconds},"created_at":"${date}","time":"${date}"`);
}
