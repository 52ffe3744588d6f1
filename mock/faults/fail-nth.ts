import { type Served, callFault } from "./fault.ts";
import { booleanOption, integerOption } from "./option.ts";
import { refusalWith } from "./status.ts";

export const failNth = callFault({
  id: "fail-nth",
  forms: ["fail-nth=3", "fail-nth=every-3/500"],
  summary: "refuses the third call of each operation, or every third, with 503 or the given status",
  options: {
    n: integerOption({
      min: 1,
      required: true,
      description: "Ordinal of the call to refuse, counted for each operation from when the fault was set.",
    }),
    every: booleanOption({ default: false, description: "Refuses every n-th call, not only the n-th." }),
    status: integerOption({ min: 400, max: 599, default: 503, description: "Status code of the refusal." }),
  },
  parseArgument(text) {
    const found = /^(every-)?(\d+)(?:\/(\d+))?$/.exec(text);
    if (!found) return undefined;
    const [, every, n, code] = found;
    return { n: Number(n), ...(every && { every: true }), ...(code && { status: Number(code) }) };
  },
  consumerRuns: [
    {
      name: "429-once",
      about: "each operation's first call gets 429, with Retry-After",
      settings: () => [{ id: "fail-nth", n: 1, status: 429 }],
    },
    {
      name: "409-once",
      about: "each operation's first call gets 409, if it documents that",
      settings: (served) => [{ id: "fail-nth", n: 1, status: 409, operations: withConflicts(served) }],
    },
    {
      name: "5xx-once",
      about: "each operation's first call gets 503 and is not carried out",
      settings: () => [{ id: "fail-nth", n: 1, status: 503 }],
    },
  ],
  refuse({ setting: { n, every, status }, count }) {
    if (count === n || (every && count % n === 0)) return refusalWith(status);
    return undefined;
  },
});

/** Operations that document 409. At others, consumers cannot expect a conflict. */
function withConflicts({ contracts }: Served): string[] {
  return contracts
    .flatMap(({ operations }) => operations)
    .filter(({ responses }) => responses.some(({ status }) => status === "409"))
    .map(({ api, id }) => `${api}/${id}`);
}
