import type { Answer } from "../call.ts";
import type { Clock } from "../clock.ts";
import type { Refusal } from "../problem.ts";
import type { ControlHandlers } from "./operation.ts";

/** What a date of RFC 3339 can tell: the years 0000 to 9999. */
const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** The time of an organization. */
export const clockHandlers: ControlHandlers = {
  readClock: ({ platform, organization }) => shown(platform.clockOf(organization)),
  freezeClock({ platform, organization, body }) {
    const clock = platform.clockOf(organization);
    const at = body["at"] === undefined ? clock.now() : Date.parse(String(body["at"]));
    if (!isTime(at)) return outOfRange(`stop the clock at ${String(body["at"])}`);
    clock.freeze(at);
    return shown(clock);
  },
  advanceClock({ platform, organization, body }) {
    const clock = platform.clockOf(organization);
    const milliseconds = Number(body["milliseconds"]);
    if (!isTime(clock.now() + milliseconds)) return outOfRange(`advance the clock by ${milliseconds} ms`);
    clock.advance(milliseconds);
    return shown(clock);
  },
  resumeClock({ platform, organization }) {
    const clock = platform.clockOf(organization);
    clock.resume();
    return shown(clock);
  },
};

function shown(clock: Clock): Answer {
  return { value: { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen } };
}

function isTime(at: number): boolean {
  return at >= FIRST && at <= LAST;
}

function outOfRange(what: string): Refusal {
  return { refused: `Cannot ${what}: time goes from the year 0000 to 9999`, status: 409 };
}
