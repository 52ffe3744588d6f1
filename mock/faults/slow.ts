import { duration, needed, numberIn, whole } from "./parameters.ts";
import type { CallWeather } from "./fault.ts";

export interface Slow {
  readonly id: "slow";
  /** How long a whole body takes. */
  readonly milliseconds: number;
  /** In how many pieces it comes; 10 if not said. */
  readonly pieces?: number;
}

/** Sends bodies piece by piece. */
export const slow: CallWeather<Slow> = {
  id: "slow",
  strikes: "calls",
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
