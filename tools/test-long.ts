import { spawnSync } from "node:child_process";
import { join } from "node:path";

// Runs tests with all of the platform's documents and more iterations, which `npm test` runs with some of them. With
// --apis 2/4 as the first option it runs the second quarter. Other arguments are passed to Vitest.
const files = [
  "test/end-to-end",
  "mock/obedience",
  "contracts/generate",
  "conformance/requests",
  "test/prism-verdicts",
  "mock/deliveries/none-lost",
  "cli/untrusted",
  "compat/laws",
];
const rest = process.argv.slice(2);
const [, apis = "1/1"] = rest[0] === "--apis" ? rest.splice(0, 2) : [];
const [part = 0, parts = 0] = /^(\d+)\/(\d+)$/.exec(apis)?.slice(1).map(Number) ?? [];
if (part < 1 || part > parts) {
  console.error(`Cannot run the long tests: --apis takes a part of several, such as 2/4, not "${apis}"`);
  process.exit(2);
}
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, ...rest], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, CONCORD_LONG: "1", CONCORD_APIS: apis },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
