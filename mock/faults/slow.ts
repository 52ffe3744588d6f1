import { callFault, onceEach } from "./fault.ts";
import { durationOption, integerOption } from "./option.ts";

export const slow = callFault({
  id: "slow",
  forms: ["slow=2000"],
  summary: "sends each body piece by piece, within so many milliseconds",
  options: {
    milliseconds: durationOption({ required: true, description: "Duration of the whole body." }),
    pieces: integerOption({ min: 1, default: 10, description: "Number of pieces." }),
  },
  argument: "milliseconds",
  consumerRuns: [
    {
      name: "slow",
      about: "each operation's first response starts after one second and takes another second",
      settings: (served) => [
        ...onceEach(served, { id: "latency", milliseconds: 1000 }),
        ...onceEach(served, { id: "slow", milliseconds: 1000 }),
      ],
    },
  ],
  change(response, { setting: { milliseconds, pieces }, request }) {
    const { length } = response.body;
    if (length === 0 || request.method === "HEAD") return undefined;
    const bytes = Math.ceil(length / pieces);
    const pause = milliseconds / Math.ceil(length / bytes);
    return { ...response, transport: { ...response.transport, pace: { bytes, pause } } };
  },
});
