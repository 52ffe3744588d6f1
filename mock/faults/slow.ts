import { duration, needed, numberIn, whole } from "./parameters.ts";
import type { CallFault } from "./fault.ts";

export interface Slow {
  readonly id: "slow";
  /** Duration of the whole body. */
  readonly milliseconds: number;
  /** Number of pieces. Default: 10. */
  readonly pieces?: number;
}

/** Sends bodies piece by piece. */
export const slow: CallFault<Slow> = {
  id: "slow",
  affects: "calls",
  usage: ["slow=2000", "each body takes so many milliseconds, piece by piece"],
  parameters: { milliseconds: needed(duration), pieces: whole(1) },
  read(text) {
    const milliseconds = numberIn(text);
    return milliseconds === undefined ? undefined : { milliseconds };
  },
  change(response, { setting: { milliseconds, pieces = 10 }, request }) {
    const { length } = response.body;
    if (length === 0 || request.method === "HEAD") return undefined;
    const bytes = Math.ceil(length / pieces);
    const pause = milliseconds / Math.ceil(length / bytes);
    return { ...response, transport: { ...response.transport, pace: { bytes, pause } } };
  },
};
