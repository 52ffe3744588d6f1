import { callFault, onceEach } from "./fault.ts";
import { wordOption } from "./option.ts";
import { refusalWith } from "./status.ts";

export const reset = callFault({
  id: "reset",
  forms: ["reset:0.05", "reset=request"],
  summary: "resets the connection instead of sending a response, after the call is carried out, or before",
  options: {
    lost: wordOption(["request", "answer"], {
      default: "answer",
      description: "Message that is lost. With `answer`, the call is carried out, so that a retry finds its effects.",
    }),
  },
  argument: "lost",
  consumerRuns: [
    {
      name: "reset",
      about: "each operation's first call is carried out, but a connection reset loses its response",
      settings: (served) => onceEach(served, { id: "reset" }),
    },
  ],
  refuse: ({ setting: { lost } }) => (lost === "request" ? refusalWith(503) : undefined),
  change: (response) => ({ ...response, transport: { ...response.transport, reset: true } }),
});
