import { spawnSync } from "node:child_process";
import { join } from "node:path";

// The tests that `npm test` does with some of the platform's documents, with all of them and more often.
const files = [
  "mock/obedience.test.ts",
  "contracts/values",
  "conformance/requests",
  "prism-verdicts.test.ts",
  "mock/deliveries/none-lost.test.ts",
];
const vitest = join(import.meta.dirname, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  env: { ...process.env, CONCORD_LONG: "1" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
