import type { Answer } from "../calls/call.ts";
import type { Clock } from "../model/clock.ts";
import { type ControlHandlers, refuseFaults } from "./operation.ts";

/** Handlers for the clock of an organization. */
export const clockHandlers: ControlHandlers = {
  readClock: ({ organization: { clock } }) => clockAnswer(clock),
  freezeClock({ organization: { clock }, body: { at } }) {
    return moveClock(clock, () => (at === undefined ? clock.freeze() : clock.freeze(Date.parse(String(at)))));
  },
  advanceClock({ organization: { clock }, body }) {
    return moveClock(clock, () => clock.advance(Number(body["milliseconds"])));
  },
  resumeClock: ({ organization: { clock } }) => moveClock(clock, () => clock.resume()),
};

/** Refuses times that RFC 3339 cannot express. */
function moveClock(clock: Clock, move: () => void): ReturnType<typeof refuseFaults> {
  return refuseFaults(() => {
    move();
    return clockAnswer(clock);
  }, 409);
}

function clockAnswer(clock: Clock): Answer {
  return { value: { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen } };
}
