import type { Answer } from "../calls/call.ts";
import type { Clock } from "../model/clock.ts";
import type { Refusal } from "../model/problem.ts";
import type { ControlHandlers } from "./operation.ts";

/** The time of an organization. */
export const clockHandlers: ControlHandlers = {
  readClock: ({ platform, organization }) => shown(platform.clockOf(organization)),
  freezeClock({ platform, organization, body }) {
    const clock = platform.clockOf(organization);
    const { at } = body;
    return moved(clock, () => (at === undefined ? clock.freeze() : clock.freeze(Date.parse(String(at)))));
  },
  advanceClock({ platform, organization, body }) {
    const clock = platform.clockOf(organization);
    return moved(clock, () => clock.advance(Number(body["milliseconds"])));
  },
  resumeClock({ platform, organization }) {
    const clock = platform.clockOf(organization);
    clock.resume();
    return shown(clock);
  },
};

/** A time that no date can tell is refused. */
function moved(clock: Clock, move: () => void): Answer | Refusal {
  try {
    move();
  } catch (error) {
    if (error instanceof RangeError) return { refused: error.message, status: 409 };
    throw error;
  }
  return shown(clock);
}

function shown(clock: Clock): Answer {
  return { value: { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen } };
}
