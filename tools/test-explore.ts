import { execFileSync, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

const help = `Runs the tests of properties with new seeds. CI always has the same seed.

Usage: npm run test:explore -- [--minutes N]

--minutes N  time after which no further batch of files begins (default: 10)

Each batch of files has a seed of its own. At the end, every failing test stands with the command that fails again.
Exit codes: 0 no test failed, 1 some failed, 2 wrong usage.
`;

/** Number of files in a batch: about half a minute on two cores. */
const BATCH = 8;

const root = join(import.meta.dirname, "..");

interface TestResult {
  readonly status: string;
  readonly ancestorTitles: readonly string[];
  readonly title: string;
}

/** A file of Vitest's JSON report. */
interface FileResult {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly TestResult[];
}

function main(argv: readonly string[]): number {
  const minutes = readMinutes(argv);
  if (typeof minutes === "string") {
    console.error(`${minutes}\n\n${help}`);
    return 2;
  }
  if (minutes === undefined) {
    console.log(help);
    return 0;
  }
  const end = Date.now() + minutes * 60_000;
  const commands: string[] = [];
  let queue: string[] = [];
  while (Date.now() < end) {
    if (queue.length === 0) queue = shuffle(listPropertyTests());
    const batch = queue.splice(0, BATCH);
    const seed = randomInt(2 ** 31);
    console.error(`Seed ${seed}: ${batch.join(" ")}`);
    commands.push(...runBatch(batch, seed));
  }
  if (commands.length === 0) {
    console.log("No test failed");
    return 0;
  }
  console.log(`Failed, and fails again by:\n${commands.join("\n")}`);
  return 1;
}

/** Number of minutes; undefined for --help; a message for wrong usage. */
function readMinutes(argv: readonly string[]): number | string | undefined {
  try {
    const options = { minutes: { type: "string", default: "10" }, help: { type: "boolean" } } as const;
    const { values } = parseArgs({ args: [...argv], options });
    if (values.help) return undefined;
    const minutes = Number(values.minutes);
    if (minutes > 0) return minutes;
    return `--minutes takes a number above 0, not "${values.minutes}"`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Files with properties that take their seed from the configuration. */
function listPropertyTests(): readonly string[] {
  const grep = ["grep", "-lE", String.raw`fc\.(assert|check)`, "--", "*.test.ts"];
  return execFileSync("git", grep, { cwd: root, encoding: "utf8" }).trim().split("\n");
}

function shuffle(files: readonly string[]): string[] {
  const keyed = files.map((file) => ({ file, key: Math.random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ file }) => file);
}

/** Runs files with a seed, and returns a command for each test that fails. */
function runBatch(files: readonly string[], seed: number): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "concord-explore-"));
  try {
    const output = join(folder, "report.json");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const { error } = spawnSync(
      process.execPath,
      [vitest, "run", "--reporter=json", `--outputFile=${output}`, ...files],
      { cwd: root, env: { ...process.env, CONCORD_SEED: String(seed) }, stdio: ["ignore", "ignore", "inherit"] },
    );
    if (error) throw error;
    const { testResults } = JSON.parse(readFileSync(output, "utf8")) as { readonly testResults: readonly FileResult[] };
    return testResults.flatMap((result) => listFailures(result, seed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listFailures({ name, message, assertionResults }: FileResult, seed: number): readonly string[] {
  const command = `CONCORD_SEED=${seed} npx vitest run ${relative(root, name)}`;
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return message === "" ? [] : [command];
  return failed.map(({ ancestorTitles, title }) => {
    // Vitest reads the name as a regular expression, and the shell reads what is not in single quotes.
    const pattern = escapePattern([...ancestorTitles, title].join(" > "));
    return `${command} -t '${pattern.replaceAll("'", "'\\''")}'`;
  });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

process.exitCode = main(process.argv.slice(2));
