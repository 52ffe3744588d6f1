import { parseArgs } from "node:util";
import { fuzz } from "../test/support/fuzz/fuzz.ts";

// Attacks a mock in a separate process for a number of rounds. Exits with 1 if it finds anything.
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "42" },
    rounds: { type: "string", default: "5" },
    requests: { type: "string", default: "1000" },
  },
});
const findings = await fuzz({
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  isRaw: true,
  log: (line) => console.log(line),
});
for (const finding of new Set(findings)) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
