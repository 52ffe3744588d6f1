import { LONGEST_WAIT, type Wait, millisecondsOf, needed, wait, waitIn } from "./parameters.ts";
import type { CallFault } from "./fault.ts";

export interface Latency {
  readonly id: "latency";
  /** Delay of each response, or a range from which the seed selects one. */
  readonly milliseconds: Wait;
}

/** Delays responses. The call itself is carried out at once. */
export const latency: CallFault<Latency> = {
  id: "latency",
  affects: "calls",
  usage: ["latency=200, latency=100-500", "each answer waits so many milliseconds, or some in that range"],
  parameters: { milliseconds: needed(wait) },
  read(text) {
    const milliseconds = waitIn(text);
    return milliseconds === undefined ? undefined : { milliseconds };
  },
  change(response, { setting: { milliseconds }, chance }) {
    const before = response.transport?.delay ?? 0;
    const delay = before + millisecondsOf(milliseconds, chance("latency"));
    return { ...response, transport: { ...response.transport, delay: Math.min(delay, LONGEST_WAIT) } };
  },
};
