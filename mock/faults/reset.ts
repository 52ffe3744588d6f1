import { refusalWith } from "./status.ts";
import type { CallFault } from "./fault.ts";

export interface Reset {
  readonly id: "reset";
  /** Default: "answer". The call is carried out and only its response is lost, so that a retry finds its effects. */
  readonly lost?: "request" | "answer";
}

/** Resets the connection instead of sending a response. */
export const reset: CallFault<Reset> = {
  id: "reset",
  affects: "calls",
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
