import { refusalWith } from "./status.ts";
import type { CallWeather } from "./fault.ts";

export interface Reset {
  readonly id: "reset";
  /** "answer" if not said: the call is carried out, and only its answer is lost, so that a retry meets what it did. */
  readonly lost?: "request" | "answer";
}

/** Resets the connection in place of an answer. */
export const reset: CallWeather<Reset> = {
  id: "reset",
  strikes: "calls",
  usage: ["reset:0.05, reset=request", "the connection is reset after the call is carried out, or before"],
  parameters: {
    lost: { expected: '"request" or "answer"', fits: (value) => value === "request" || value === "answer" },
  },
  read(text) {
    if (text === undefined) return {};
    return text === "request" || text === "answer" ? { lost: text } : undefined;
  },
  refuse: ({ setting: { lost } }) => (lost === "request" ? refusalWith(503) : undefined),
  change: (response) => ({ ...response, transport: { ...response.transport, reset: true } }),
};
