import type { Answer } from "../calls/call.ts";
import type { Clock } from "../model/clock.ts";
import { type ControlHandlers, attempt } from "./operation.ts";

/** Handlers for the clock of an organization. */
export const clockHandlers: ControlHandlers = {
  readClock: ({ organization: { clock } }) => shown(clock),
  freezeClock({ organization: { clock }, body: { at } }) {
    return moved(clock, () => (at === undefined ? clock.freeze() : clock.freeze(Date.parse(String(at)))));
  },
  advanceClock({ organization: { clock }, body }) {
    return moved(clock, () => clock.advance(Number(body["milliseconds"])));
  },
  resumeClock: ({ organization: { clock } }) => moved(clock, () => clock.resume()),
};

/** Refuses times that RFC 3339 cannot express. */
function moved(clock: Clock, move: () => void): ReturnType<typeof attempt> {
  return attempt(() => {
    move();
    return shown(clock);
  }, 409);
}

function shown(clock: Clock): Answer {
  return { value: { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen } };
}
